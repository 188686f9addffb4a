import type { Field } from '@pim/contract'
import { inSlices } from '../../src/core/time-slices.ts'
import { readCellInSteps } from '../../src/modules/content/imports/read-cells.ts'
import { type ByShape, byShape, hostileText, type Reader } from './shapes.ts'

/** The longest cell of a file. */
const cellLength = 7_900_000
/** Of a rich text. */
const markupLength = 1_000_000
const repeated = (of: string): string => of.repeat((markupLength - 10) / of.length)
const numbered = (of: (at: number) => string): string => {
  const parts: string[] = []
  for (let at = 0, rest = markupLength - 30; rest > 0; at += 1) {
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
const cells = (
  name: string,
  length: number,
  type: Field['type'],
  text: ByShape<() => string>,
  richTexts: 'html' | 'plain',
): Reader => ({
  name,
  feeds: byShape((shape) => () => {
    const cell = text[shape]().slice(0, length)
    const field: Field = { technicalName: 'it', friendlyName: {}, type }
    const mapping = { richTexts, numbers: 'comma', dates: 'dayFirst' } as Parameters<typeof readCellInSteps>[3]
    return { bytes: Buffer.byteLength(cell), work: () => inSlices(readCellInSteps(field, cell, 'csv', mapping)) }
  }),
})

export const markupReaders = (): Reader[] => [
  cells('a cell of HTML', markupLength, 'richText', html, 'html'),
  cells(
    'a cell of plain text',
    markupLength,
    'richText',
    byShape((shape) => () => hostileText(shape, markupLength)),
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
