/** What a spreadsheet takes for a formula; quotes around a cell do not keep it from that. */
const runs = /^[=+\-@\t\r']/

/**
 * A text as a cell of CSV. An apostrophe before it keeps a spreadsheet from running it; one that the text itself begins with gets
 * another one, so that `shownText` takes away exactly what was added.
 */
export function csvCell(text: string): string {
  const safe = runs.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, without the apostrophe that `csvCell` has put before it. */
export const shownText = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell)

/** Several words in one cell, with `|` between them; in a word `|` and `\` have a `\` before them. */
export const joinedWords = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[\\|]/g, '\\$&')).join(' | ')

export function splitWords(cell: string): string[] {
  const words = ['']
  for (const [part] of cell.matchAll(/\\[\\|]|[\s\S]/gu)) {
    if (part === '|') words.push('')
    else words.push(`${words.pop() ?? ''}${part.length === 2 && part[0] === '\\' ? part[1] : part}`)
  }
  return words.map((word) => word.trim()).filter((word) => word !== '')
}
