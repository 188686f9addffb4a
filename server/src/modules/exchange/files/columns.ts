import { UnreadableFile } from './file-problem.ts'
import { maxColumns, maxNameLength } from './limits.ts'

/** The names of the columns from the cells of their row. Throws `UnreadableFile` where one has no name, or two have the same. */
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
  const places = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const place = { row, columnNumber: index + 1 }
    if (name === '' || name.length > maxNameLength)
      throw new UnreadableFile({
        code: 'COLUMN_WITHOUT_NAME',
        message: `Column ${index + 1} has no name, or one of more than ${maxNameLength} characters.`,
        ...place,
        params: { max: maxNameLength },
      })
    const first = places.get(name)
    if (first !== undefined)
      throw new UnreadableFile({
        code: 'DUPLICATE_COLUMN',
        message: `Columns ${first} and ${index + 1} are both called "${name}".`,
        ...place,
        column: name,
        params: { first },
      })
    places.set(name, index + 1)
  }
  return names
}
