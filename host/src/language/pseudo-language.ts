/**
 * Languages that are made from English while the page runs: letters with accents, 40 % longer, in brackets. Text without
 * brackets is not translated; text that is cut off will be cut off in a longer language. The tags are those that are kept
 * free for this: `Intl` writes the dates and numbers of `en-XA` as in English, and those of `ar-XB`, which is drawn from
 * right to left, as in Arabic.
 *
 * Nobody finds them by accident: one is chosen by `localStorage['pim.language'] = 'en-XA'`.
 */
const pseudoLanguages: readonly string[] = ['en-XA', 'ar-XB']

export const isPseudoLanguage = (tag: string): boolean => pseudoLanguages.includes(tag)

const plain = 'AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz'
const accented = 'ÅåÇçÐðÉéĜĝÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž'
const letters = new Map([...plain].map((letter, at) => [letter, accented[at] ?? letter]))

/** Interpolations and tags, which the pseudo-language leaves unchanged. */
const placeholder = /({{[^}]*}}|<\/?\w+>)/

export function pseudo(text: string): string {
  const parts = text.split(placeholder)
  const said = parts.map((part) =>
    placeholder.test(part) ? part : [...part].map((letter) => letters.get(letter) ?? letter).join(''),
  )
  const length = parts.reduce((sum, part) => sum + (placeholder.test(part) ? 0 : part.length), 0)
  return `[${said.join('')}${' one two three four five six seven eight nine ten'.repeat(Math.ceil(length / 100)).slice(0, Math.ceil(length * 0.4))}]`
}

export const pseudoOf = (entries: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, pseudo(text)]))
