/**
 * A language that is made from English while the page runs: letters with accents, 40 % longer, in brackets. Text without
 * brackets is not translated; text that is cut off will be cut off in a longer language. The tag is one of those that
 * are kept free for this, and `Intl` writes its dates and numbers as in English.
 *
 * Nobody finds it by accident: it is chosen by `localStorage['pim.language'] = 'en-XA'`.
 */
export const pseudoLanguage = 'en-XA'

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
