/** Signs that a spreadsheet takes for the beginning of a formula, also as wide as a Chinese letter. */
const signs = '=+\\-@＝＋－＠'
/** Signs that separate cells for a spreadsheet of some country, or end a row. */
const separators = ',;\\t|\\r\\n'
/** Cannot be seen, and stands in no text that people write. */
const joiner = '\u2060'

const runs = new RegExp(`^[${signs}\\t\\r']`)
/** Where a cell begins for whoever takes another sign for the separator, or knows nothing of the quotes around this cell. */
const runsWithin = new RegExp(`([${separators}]"*)(?=[${signs}${joiner}])`, 'g')
const needsQuotes = new RegExp(`["${separators}${signs.slice(-4)}]|^\\s|\\s$`)

/**
 * A text as a cell of CSV. An apostrophe before it keeps a spreadsheet from running it, a word joiner behind a separator keeps
 * those that take the separator for the end of a cell. Where the text itself has one there, it gets another one, so that `shownText`
 * takes away exactly what was added.
 */
export function csvCell(text: string): string {
  const safe = (runs.test(text) ? `'${text}` : text).replace(runsWithin, `$1${joiner}`)
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const added = new RegExp(`^'(?=[${signs}\\t\\r'])`)
const addedWithin = new RegExp(`([${separators}]"*)${joiner}(?=[${signs}${joiner}])`, 'g')

/** The text of a cell, without what `csvCell` has put into it. */
export const shownText = (cell: string): string => {
  const text = cell.replace(added, '')
  return text.includes(joiner) ? text.replace(addedWithin, '$1') : text
}
