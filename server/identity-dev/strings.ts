import german from './locales/de-DE.json' with { type: 'json' }
import english from './locales/en-US.json' with { type: 'json' }
import swedish from './locales/sv-SE.json' with { type: 'json' }

export type Key = keyof typeof english
/** The texts of the pages of the provider. */
export type Text = (key: Key, values?: Readonly<Record<string, string>>) => string

const languages: Readonly<Record<string, Readonly<Record<Key, string>>>> = {
  'en-US': english,
  'sv-SE': swedish,
  'de-DE': german,
}

/** The first language of a list such as `de-AT, de;q=0.9` that there are texts in. */
export function languageOf(accepted: string): string {
  const tags = accepted.split(',').map((each) => each.split(';')[0]?.trim().slice(0, 2).toLowerCase() ?? '')
  for (const tag of tags) {
    const found = tag === '' ? undefined : Object.keys(languages).find((language) => language.startsWith(`${tag}-`))
    if (found !== undefined) return found
  }
  return 'en-US'
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** The texts of a language, safe inside of HTML. */
export const textsIn =
  (language: string): Text =>
  (key, values = {}) =>
    escapeHtml(
      (languages[language] ?? english)[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
    )
