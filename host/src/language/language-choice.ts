import type { ApiClient } from '@pim/api-client'
import { defaultLanguage } from '@pim/contract/core/language.ts'
import type { i18n } from 'i18next'
import { loadTranslations } from '../boot/load-translations.ts'

export interface LanguageChoice {
  /**
   * Shows the screens in a language. Its strings are fetched once, and those of no other. Where they cannot be had, the
   * screens stay as they are; tells whether they changed.
   */
  show: (language: string) => Promise<boolean>
}

export function createLanguageChoice(client: ApiClient, translations: i18n): LanguageChoice {
  const loaded = new Map<string, Promise<boolean>>()
  let wanted: string | undefined
  // Screen readers pronounce the page by it, and browsers hyphenate by it.
  translations.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  return {
    show: async (language) => {
      wanted = language
      const loading = loaded.get(language) ?? loadTranslations(client, translations, language)
      loaded.set(language, loading)
      const isLoaded = await loading
      if (!isLoaded) loaded.delete(language)
      // The default language is bundled. Of two choices in a row the later one counts.
      if ((!isLoaded && language !== defaultLanguage) || wanted !== language) return false
      await translations.changeLanguage(language)
      return true
    },
  }
}
