/** What a spreadsheet would run, and the apostrophe by which `csvCell` keeps it from that. */
const runs = /^[=+\-@\t\r']/

/**
 * A text as a cell of CSV. An apostrophe before it keeps a spreadsheet from running it; one that the text itself begins with gets
 * another one, so that `shownText` takes away exactly what was added.
 */
export function csvCell(text: string, delimiter = ','): string {
  const safe = runs.test(text) ? `'${text}` : text
  return safe.includes(delimiter) || /["\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, without the apostrophe that `csvCell` has put before it. */
export const shownText = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell)
