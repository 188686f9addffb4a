import type { ApiClient } from '@pim/api-client'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { FieldError } from '@pim/contract'
import { defaultLanguage } from '@pim/contract/core/language.ts'
import sharedStrings from '@pim/shell/locales/en-US.json'
import uiStrings from '@pim/ui/locales/en-US.json'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import strings from '../../locales/en-US.json'
import { stringsLanguage } from '../language/languages.ts'
import { isPseudoLanguage, pseudoOf } from '../language/pseudo-language.ts'

export const namespace = 'pim'

/** An i18n instance with the shell's bundled strings, which need no request. */
export function bundledTranslations(): i18n {
  const translations = createInstance()
  void translations.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    ns: namespace,
    defaultNS: namespace,
    // Keys are flat and contain dots.
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: { [defaultLanguage]: { [namespace]: { ...uiStrings, ...sharedStrings, ...kitStrings, ...strings } } },
  })
  return translations
}

/**
 * Puts the server's strings of one language over the bundled ones. A failure is only logged, because the bundled ones are
 * enough in English; tells whether they came.
 */
export async function loadTranslations(client: ApiClient, translations: i18n, language: string): Promise<boolean> {
  const isPseudo = isPseudoLanguage(language)
  try {
    const bundles = await client.resources.getAllResources({
      query: { languageCode: stringsLanguage(language) },
    })
    for (const { languageCode, entries } of bundles) {
      translations.addResourceBundle(languageCode, namespace, entries, false, true)
    }
    if (isPseudo) addPseudoStrings(translations, language, translations.getResourceBundle(defaultLanguage, namespace))
    return bundles.length > 0
  } catch (failure) {
    console.error('Error fetching resources', failure)
    return false
  }
}

const addPseudoStrings = (translations: i18n, language: string, entries: Readonly<Record<string, string>>) =>
  translations.addResourceBundle(language, namespace, pseudoOf(entries), true, false)

/**
 * Adds the strings of a section, which has the default language in its bundle. The server's strings for the same keys
 * take precedence, and those of the other languages come from there alone.
 */
export function addSectionStrings(
  translations: i18n,
  strings: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void {
  for (const [languageCode, entries] of Object.entries(strings)) {
    translations.addResourceBundle(languageCode, namespace, entries, true, false)
  }
  if (isPseudoLanguage(translations.language))
    addPseudoStrings(translations, translations.language, strings[defaultLanguage] ?? {})
}

/** The words of the screens for the code of a problem; a code of a newer server has general ones. */
export function problemWords(translations: i18n, code: string): string {
  const key = `shell.problem.${code}`
  return translations.exists(key) ? translations.t(key) : translations.t('shell.problem.other')
}

/** The same for what is wrong in one place. With the limit, where the server says which it is. */
export function fieldErrorWords(
  translations: i18n,
  { code, params = {} }: Pick<FieldError, 'code' | 'params'>,
): string {
  const wordsWith = [
    ...('max' in params ? [`shell.fieldError.${code}.max`] : []),
    ...('min' in params ? [`shell.fieldError.${code}.min`] : []),
    `shell.fieldError.${code}`,
  ]
  const key = wordsWith.find((each) => translations.exists(each))
  return key === undefined ? translations.t('shell.fieldError.other') : translations.t(key, params)
}
