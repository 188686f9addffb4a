import type { LocalizedText } from '@pim/contract'

/** The text in the language, else in its plain form (`de` for `de-AT`), else in English, else in any. */
export const inLanguage = (text: LocalizedText, languageCode: string | undefined, otherwise: string): string => {
  const wanted = languageCode === undefined ? [] : [languageCode, languageCode.split('-')[0] ?? languageCode]
  for (const tag of [...wanted, 'en-US', 'en']) {
    const found = text[tag]
    if (found !== undefined && found !== '') return found
  }
  return Object.values(text).find((entry) => entry !== '') ?? otherwise
}
