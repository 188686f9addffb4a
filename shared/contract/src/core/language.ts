/* Without zod, so that the browser can have it without the schemas. */

/** Where nothing else is said; the product itself is written in it. */
export const defaultLanguage = 'en-US'
/** The languages that the product itself is shown in. */
export const productLanguages = [defaultLanguage, 'sv-SE', 'de-DE'] as const

export const languageTagPattern = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
export const maxLanguageTagLength = 35
export const isLanguageTag = (text: string): boolean =>
  text.length <= maxLanguageTagLength && languageTagPattern.test(text)

/** `de` of `de-AT`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** `zh-hant-tw`, `zh-hant`, `zh`. */
function fromExactToPlain(tag: string): string[] {
  const parts = tag.toLowerCase().split('-')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/** A label and the tag of the language that it is in; none where it is in no language, as a technical name. */
export interface LabelInLanguage {
  readonly text: string
  readonly tag?: string
}

function nearest(written: ReadonlyMap<string, LabelInLanguage>, language: string): LabelInLanguage | undefined {
  const tag =
    fromExactToPlain(language).find((each) => written.has(each)) ??
    [...written.keys()].find((each) => primaryLanguage(each) === primaryLanguage(language))
  return tag === undefined ? undefined : written.get(tag)
}

/**
 * The label to show to somebody who reads `language`: the text of exactly that tag, of the tag without its last parts
 * (`de` for `de-AT`), of the same language elsewhere (`de-CH`); the same three of the default language; any text at all;
 * `otherwise`. An empty text is none.
 */
export function labelIn(
  text: Readonly<Record<string, string>> | undefined,
  language: string | undefined,
  otherwise: string,
): LabelInLanguage {
  const written = new Map<string, LabelInLanguage>()
  for (const [tag, label] of Object.entries(text ?? {}))
    if (label !== '') written.set(tag.toLowerCase(), { text: label, tag })
  const [any = { text: otherwise }] = written.values()
  return (language === undefined ? undefined : nearest(written, language)) ?? nearest(written, defaultLanguage) ?? any
}

/**
 * The language in which somebody who reads `shownIn` is asked for a text: that one where it is among `written`, else the same
 * language elsewhere (`en-GB` for `en-US`), else the first of `written`.
 */
export const languageToWrite = (shownIn: string, written: readonly string[]): string =>
  written.find((tag) => tag.toLowerCase() === shownIn.toLowerCase()) ??
  written.find((tag) => primaryLanguage(tag) === primaryLanguage(shownIn)) ??
  written[0] ??
  shownIn

/** The same without its language, where it stands in a sentence or a list of choices. */
export const inLanguage = (...asked: Parameters<typeof labelIn>): string => labelIn(...asked).text
