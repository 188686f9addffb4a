/** Several words in one cell, with `|` between them; in a word `|` and `\` have a `\` before them. */
export const joinedWords = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[\\|]/g, '\\$&')).join(' | ')

export const splitWords = (cell: string): string[] => split(cell, '|').filter((word) => word !== '')

/** The names from the top of the tree down to a concept, with `>` between them; in a name `>` and `\` have a `\` before them. */
export const joinedPath = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\>]/g, '\\$&')).join(' > ')

/** None for an empty cell. */
export const splitPath = (cell: string): string[] => (cell.trim() === '' ? [] : split(cell, '>'))

function split(cell: string, separator: '|' | '>'): string[] {
  const words = ['']
  for (const [part] of cell.matchAll(separator === '|' ? /\\[\\|]|[\s\S]/gu : /\\[\\>]|[\s\S]/gu)) {
    if (part === separator) words.push('')
    else words.push(`${words.pop() ?? ''}${part.length === 2 && part[0] === '\\' ? part[1] : part}`)
  }
  return words.map((word) => word.trim())
}
