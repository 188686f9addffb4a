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
