import type { ImportFileShape } from '@pim/contract'
import { type TextEncoding, textEncodings } from '@pim/contract/import/text-encodings.ts'

type OfCsv = Extract<ImportFileShape, { format: 'csv' }>

type Script =
  | 'unicode'
  | 'western'
  | 'central'
  | 'cyrillic'
  | 'greek'
  | 'turkish'
  | 'hebrew'
  | 'arabic'
  | 'baltic'
  | 'celtic'
  | 'vietnamese'
  | 'thai'
  | 'japanese'
  | 'simplified'
  | 'traditional'
  | 'korean'

/** As people write it. */
export const encodingName = (encoding: TextEncoding): string =>
  ownNames[encoding] ?? (encoding.startsWith('windows-') ? encoding.replace('w', 'W') : encoding.toUpperCase())

const ownNames: Partial<Record<TextEncoding, string>> = {
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Shift JIS',
  big5: 'Big5',
}

/** Letters that an encoding of one or two bytes a letter is made for; Unicode has all. */
export const lettersOf = (encoding: TextEncoding): Script =>
  scripts.find(([, encodings]) => encodings.includes(encoding))?.[0] ?? 'unicode'

const scripts: readonly (readonly [Script, readonly TextEncoding[]])[] = [
  ['western', ['windows-1252', 'iso-8859-15', 'macintosh']],
  ['central', ['windows-1250', 'iso-8859-2', 'iso-8859-16']],
  ['cyrillic', ['windows-1251', 'iso-8859-5', 'koi8-r', 'koi8-u', 'ibm866', 'x-mac-cyrillic']],
  ['greek', ['windows-1253', 'iso-8859-7']],
  ['turkish', ['windows-1254', 'iso-8859-3']],
  ['hebrew', ['windows-1255', 'iso-8859-8']],
  ['arabic', ['windows-1256', 'iso-8859-6']],
  ['baltic', ['windows-1257', 'iso-8859-4', 'iso-8859-10', 'iso-8859-13']],
  ['celtic', ['iso-8859-14']],
  ['vietnamese', ['windows-1258']],
  ['thai', ['windows-874']],
  ['japanese', ['shift_jis', 'euc-jp']],
  ['simplified', ['gbk', 'gb18030']],
  ['traditional', ['big5']],
  ['korean', ['euc-kr']],
]
export const delimiters: readonly OfCsv['delimiter'][] = [',', ';', '\t', '|']

const headerRows = ['headerRow', 'firstRow'] as const

const rowIn = (address: URLSearchParams, name: (typeof headerRows)[number]) => {
  const row = Number(address.get(name))
  return Number.isSafeInteger(row) && row > 0 ? { [name]: row } : {}
}

/** How somebody has said that the file is read, from the address; undefined where nobody has. */
export function readShape(address: URLSearchParams): ImportFileShape | undefined {
  const sheet = address.get('sheet')
  const header = { ...rowIn(address, 'headerRow'), ...rowIn(address, 'firstRow') }
  if (sheet !== null) return { format: 'xlsx', sheet, ...header }
  const encoding = textEncodings.find((each) => each === address.get('encoding'))
  if (encoding === undefined) return undefined
  const element = address.get('element')
  if (element !== null) return { format: 'xml', encoding, element }
  const delimiter = delimiters.find((each) => each === address.get('delimiter'))
  return delimiter === undefined ? { format: 'jsonLines', encoding } : { format: 'csv', encoding, delimiter, ...header }
}

export function writeShape(address: URLSearchParams, shape: ImportFileShape): void {
  for (const name of ['sheet', 'encoding', 'delimiter', 'element', ...headerRows]) address.delete(name)
  if (shape.format === 'xlsx') address.set('sheet', shape.sheet)
  else address.set('encoding', shape.encoding)
  if (shape.format === 'csv') address.set('delimiter', shape.delimiter)
  if (shape.format === 'xml') address.set('element', shape.element)
  if (shape.format !== 'csv' && shape.format !== 'xlsx') return
  for (const name of headerRows) {
    const row = shape[name]
    if (row !== undefined) address.set(name, String(row))
  }
}
