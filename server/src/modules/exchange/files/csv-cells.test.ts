import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { csvCell, shownText } from './csv-cells.ts'
import { CsvRecords } from './csv-records.ts'
import { delimiters } from './delimiter.ts'

const letters = [
  'a',
  '1',
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ' ',
  '\t',
  '\r',
  '\n',
  ...delimiters,
  '\u2060',
]
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
const rowOf = (cells: readonly string[], delimiter: string) => `${cells.map(csvCell).join(delimiter)}\r\n`
const cellsIn = (file: string, delimiter: string): string[] => {
  const records = new CsvRecords(delimiter)
  const read = [...records.read(file)]
  try {
    read.push(...records.end())
  } catch {
    // With another separator quotes may not close.
  }
  return read.flatMap(({ cells }) => cells)
}

describe('a text in a cell of CSV', () => {
  it('has nothing that a spreadsheet runs, whatever it takes for the separator', () => {
    for (const cell of ['=1', ';=1', '＝1', 'a\n=1', 'a;"=1"', 'a|@b', '\t=1'])
      for (const delimiter of delimiters)
        for (const read of cellsIn(rowOf(['x', cell, 'y'], ','), delimiter))
          expect(read).not.toMatch(/^"*[=+\-@＝＋－＠]/)
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 3 }),
        fc.constantFrom(...delimiters),
        (cells, delimiter) => {
          for (const other of delimiters)
            for (const read of cellsIn(rowOf(cells, delimiter), other)) expect(read).not.toMatch(/^[=+\-@＝＋－＠]/)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 3 }),
        fc.constantFrom(...delimiters),
        (cells, delimiter) => {
          expect(cellsIn(rowOf(cells, delimiter), delimiter).map(shownText)).toEqual(cells)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('that somebody else has written keeps its apostrophes', () => {
    expect(shownText("the endings '-en','-er'")).toBe("the endings '-en','-er'")
  })
})
