import type { LocalizedText, Variation } from '@pim/contract'

/** A label in the user's language, or the nearest there is. */
export function labelOf(text: LocalizedText | undefined, language: string, otherwise: string): string {
  if (!text) return otherwise
  const related = Object.keys(text).find((tag) => tag.split('-')[0] === language.split('-')[0])
  return text[language] ?? (related ? text[related] : undefined) ?? text['en-US'] ?? Object.values(text)[0] ?? otherwise
}

/** `sv-SE`, or with its market where a language is sold in several. */
export const variationCode = ({ languageCode, marketCode }: Variation): string =>
  marketCode ? `${languageCode} · ${marketCode}` : languageCode
