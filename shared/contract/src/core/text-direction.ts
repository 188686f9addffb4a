/* Without zod, so that the browser can have it without the schemas. */

export type TextDirection = 'ltr' | 'rtl'

/**
 * The scripts of Unicode that are written from right to left and are in use. `Intl.Locale.getTextInfo` would know them, but
 * not every browser that the product runs in has it.
 */
const rightToLeftScripts: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    // A tag that the runtime does not take has no script that it could name.
    return undefined
  }
}

const known = new Map<string, TextDirection>()

/** The direction that a language is written in: `rtl` for `ar-EG`, `he` and `az-Arab`, `ltr` for every other tag. */
export function directionOf(languageTag: string): TextDirection {
  const before = known.get(languageTag)
  if (before !== undefined) return before
  const direction = rightToLeftScripts.has(scriptOf(languageTag) ?? '') ? 'rtl' : 'ltr'
  known.set(languageTag, direction)
  return direction
}

export interface LanguageAttributes {
  readonly lang?: string
  /** `auto`: the first letter of the text decides. */
  readonly dir: TextDirection | 'auto'
}

/** The attributes of an element whose text is in a language; without a language the text itself decides its direction. */
export const languageAttributes = (languageTag: string | undefined): LanguageAttributes =>
  languageTag === undefined ? { dir: 'auto' } : { lang: languageTag, dir: directionOf(languageTag) }
