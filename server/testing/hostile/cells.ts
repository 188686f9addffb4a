import type { ContentType, FieldType, ImportMapping, RichTextMarkup } from '@pim/contract'
import { planImport } from '../../src/modules/content/imports/import-plan.ts'
import { readingOf } from '../../src/modules/content/imports/import-reading.ts'
import { type ByShape, byShape, type HostileShape, hostileText } from './shapes.ts'

/** Characters of the longest cell of a file, and of the longest one of a rich text. */
const most = { cell: 7_900_000, richText: 999_990 }

const repeated = (of: string): string => of.repeat(most.richText / of.length)
const numbered = (of: (at: number) => string): string => {
  const parts: string[] = []
  for (let at = 0, rest = most.richText; rest > 0; at += 1) {
    parts.push(of(at))
    rest -= of(at).length
  }
  return parts.join('')
}

const html: ByShape<() => string> = {
  blank: () => `<p>${repeated(' \n')}</p>`,
  'one endless cell': () => `<p>${repeated('a')}</p>`,
  'open quote': () => repeated('<a href="'),
  alternating: () => repeated('<b>a</b>'),
  deep: () => repeated('<blockquote>'),
  wide: () => numbered((at) => `<p>row ${at}</p>`),
  repeated: () => repeated('<p>ab </p>'),
  'letters that decompose': () => `<p>${repeated('\ufdfa')}</p>`,
  unbroken: () => repeated('<'),
  'almost valid': () => repeated('<table><tr><td>1</b></td>&amp</p>'),
}
const markdown: ByShape<() => string> = {
  blank: () => `a${repeated('\n')}`,
  'one endless cell': () => repeated('a'),
  'open quote': () => repeated('e`'),
  alternating: () => repeated('**a *b '),
  deep: () => repeated('> '),
  wide: () => numbered((at) => `row ${at}\n\n`),
  repeated: () => repeated('[a]: b\n'),
  'letters that decompose': () => repeated('\ufdfa '),
  unbroken: () => repeated('|a'),
  'almost valid': () => repeated('![a](b '),
}
const plain = (length: number) => byShape((shape) => () => hostileText(shape, length))

/** A file of one cell, which is read as a value of a field. */
function cells(
  type: FieldType,
  richTexts: RichTextMarkup,
  length: number,
  worst: readonly HostileShape[],
  made: ByShape<() => string>,
) {
  const contentType: ContentType = {
    technicalName: 'product',
    friendlyName: {},
    kind: 'user',
    fields: [{ technicalName: 'it', friendlyName: {}, type }],
  }
  const mapping: ImportMapping = {
    importFileId: '',
    technicalContentTypeName: 'product',
    columns: [{ column: 'it', target: { kind: 'field', technicalFieldName: 'it' } }],
    mode: 'create',
    emptyCells: 'leave',
    numbers: 'comma',
    dates: 'dayFirst',
    richTexts,
    publishes: false,
  }
  return {
    worst,
    reading: readingOf({ kind: 'drafts', plan: planImport(contentType, [], mapping) }),
    files: byShape((shape) => () => `it\n"${made[shape]().slice(0, length).replaceAll('"', '""')}"\n`),
  }
}

export const cellReaders = {
  'a cell of HTML': cells('richText', 'html', most.richText, ['wide', 'unbroken'], html),
  'a cell of Markdown': cells('richText', 'markdown', most.richText, ['repeated', 'almost valid'], markdown),
  'a cell of a rich text in plain words': cells('richText', 'plain', most.richText, ['wide'], plain(most.richText)),
  'a cell of a long text': cells('longText', 'plain', most.cell, ['letters that decompose'], plain(most.cell)),
  'a cell of a price': cells('price', 'plain', most.cell, ['almost valid'], plain(most.cell)),
}
