import type { ApiClient } from '@pim/api-client'
import { defaultLanguage } from '@pim/contract/core/language.ts'
import { directionOf } from '@pim/contract/core/text-direction.ts'
import type { i18n } from 'i18next'
import { fetchOtherScreens, loadTranslations } from '../boot/load-translations.ts'
import { loadMirroring } from './mirroring.ts'

export interface LanguageChoice {
  /**
   * Shows the screens in a language. Its strings are fetched once, and those of no other. Where they cannot be had, the
   * screens stay as they are; tells whether they changed. `screen`: the one that opens first; its strings come before all others.
   */
  show: (language: string, screen?: string) => Promise<boolean>
}

export function createLanguageChoice(client: ApiClient, translations: i18n): LanguageChoice {
  const loaded = new Map<string, Promise<boolean>>()
  let wanted: string | undefined
  // Screen readers pronounce the page by it, and browsers hyphenate by it.
  translations.on('languageChanged', (language) => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  })
  const load = async (language: string, screen: string | undefined): Promise<boolean> => {
    const [isLoaded, isMirrored] = await Promise.all([
      loadTranslations(client, translations, language, screen),
      loadMirroring(language).then(
        () => true,
        () => false,
      ),
    ])
    return isLoaded && isMirrored
  }
  return {
    show: async (language, screen) => {
      wanted = language
      const loading = loaded.get(language) ?? load(language, screen)
      loaded.set(language, loading)
      const isLoaded = await loading
      if (!isLoaded) loaded.delete(language)
      // The default language is bundled. Of two choices in a row the later one counts.
      if ((!isLoaded && language !== defaultLanguage) || wanted !== language) return false
      await translations.changeLanguage(language)
      // Chosen on a later screen: what that says in another language would stay.
      if (screen === undefined) void fetchOtherScreens(translations, true)
      return true
    },
  }
}
