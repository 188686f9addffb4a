import type { ImportFileShape } from '@pim/contract'

type OfCsv = Extract<ImportFileShape, { format: 'csv' }>

export const encodings: readonly OfCsv['encoding'][] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']
export const delimiters: readonly OfCsv['delimiter'][] = [',', ';', '\t', '|']

/** How somebody has said that the file is read, from the address; undefined where nobody has. */
export function readShape(address: URLSearchParams): ImportFileShape | undefined {
  const sheet = address.get('sheet')
  if (sheet !== null) return { format: 'xlsx', sheet }
  const encoding = encodings.find((each) => each === address.get('encoding'))
  if (encoding === undefined) return undefined
  const delimiter = delimiters.find((each) => each === address.get('delimiter'))
  return delimiter === undefined ? { format: 'jsonLines', encoding } : { format: 'csv', encoding, delimiter }
}

export function writeShape(address: URLSearchParams, shape: ImportFileShape): void {
  for (const name of ['sheet', 'encoding', 'delimiter']) address.delete(name)
  if (shape.format === 'xlsx') address.set('sheet', shape.sheet)
  else address.set('encoding', shape.encoding)
  if (shape.format === 'csv') address.set('delimiter', shape.delimiter)
}
