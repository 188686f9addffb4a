import type { LocalizedText } from '@pim/contract'

/** A text in the user's language, or the nearest there is: the same language elsewhere, English, any, `otherwise`. */
export function localised(text: LocalizedText | undefined, language: string, otherwise: string): string {
  if (!text) return otherwise
  const related = Object.keys(text).find((tag) => tag.split('-')[0] === language.split('-')[0])
  return text[language] ?? (related ? text[related] : undefined) ?? text['en-US'] ?? Object.values(text)[0] ?? otherwise
}
