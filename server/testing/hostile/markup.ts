import type { Field } from '@pim/contract'
import { readCell } from '../../src/modules/content/imports/read-cells.ts'
import { type ByShape, byShape, hostileText, type Reader } from './shapes.ts'

/** The longest cell of a file. */
const cellLength = 7_900_000
const repeated = (of: string): string => of.repeat(cellLength / of.length)
const numbered = (of: (at: number) => string): string => {
  const parts: string[] = []
  for (let at = 0, rest = cellLength; rest > 0; at += 1) {
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
  blank: () => repeated('\n'),
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

const cells = (
  name: string,
  length: number,
  type: Field['type'],
  text: ByShape<() => string>,
  richTexts: 'html' | 'markdown' | 'plain',
): Reader => ({
  name,
  feeds: byShape((shape) => () => {
    const cell = text[shape]().slice(0, length)
    const field: Field = { technicalName: 'it', friendlyName: {}, type }
    const mapping = { richTexts, numbers: 'comma', dates: 'dayFirst' } as Parameters<typeof readCell>[3]
    return { bytes: Buffer.byteLength(cell), work: () => readCell(field, cell, 'csv', mapping) }
  }),
})

export const markupReaders = (): Reader[] => [
  cells('a cell of HTML', cellLength, 'richText', html, 'html'),
  cells('a cell of Markdown', 1_000_000, 'richText', markdown, 'markdown'),
  cells(
    'a cell of plain text',
    cellLength,
    'richText',
    byShape((shape) => () => hostileText(shape, cellLength)),
    'plain',
  ),
  cells(
    'a cell of a long text',
    cellLength,
    'longText',
    byShape((shape) => () => hostileText(shape, cellLength)),
    'plain',
  ),
  cells(
    'a cell of numbers',
    cellLength,
    'price',
    byShape((shape) => () => hostileText(shape, cellLength)),
    'plain',
  ),
]
