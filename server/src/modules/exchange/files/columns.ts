import { UnreadableFile } from './file-problem.ts'
import { maxColumns, maxNameLength } from './limits.ts'

/**
 * The names of the columns from the cells of their row: a second one of a name has a number behind it, one without a name that of its place.
 * Throws `UnreadableFile` where there are too many, or a name is too long.
 */
export function columnsOf(cells: readonly string[], row: number): readonly string[] {
  const names = cells.map((cell) => cell.trim())
  // Spreadsheets write cells that once had something.
  while (names.at(-1) === '') names.pop()
  if (names.length > maxColumns)
    throw new UnreadableFile({
      code: 'TOO_MANY_COLUMNS',
      message: `The file has ${names.length} columns; ${maxColumns} are the most.`,
      row,
      params: { count: names.length, max: maxColumns },
    })
  const taken = new Set(names)
  const given = new Set<string>()
  const numbers = new Map<string, number>()
  return names.map((name, index) => {
    if (name.length > maxNameLength)
      throw new UnreadableFile({
        code: 'COLUMN_WITHOUT_NAME',
        message: `Column ${index + 1} has a name of more than ${maxNameLength} characters.`,
        row,
        columnNumber: index + 1,
        params: { max: maxNameLength },
      })
    const ownName = name !== '' && !given.has(name) ? name : freeName(name || `Column ${index + 1}`, taken, numbers)
    taken.add(ownName)
    given.add(ownName)
    return ownName
  })
}

/** The name itself, or with the first number behind it that no column has: `pic (2)`. `numbers`: the last one that each name has got. */
function freeName(name: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!taken.has(name)) return name
  for (let number = (numbers.get(name) ?? 1) + 1; ; number += 1) {
    const numbered = `${name} (${number})`
    if (taken.has(numbered)) continue
    numbers.set(name, number)
    return numbered
  }
}
