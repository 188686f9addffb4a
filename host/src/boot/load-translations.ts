import type { ApiClient } from '@pim/api-client'
import type { FieldError } from '@pim/contract'
import { defaultLanguage } from '@pim/contract/core/language.ts'
import type { RemoteDefinition } from '@pim/shell'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { firstStrings } from '../language/first-strings.ts'
import { stringsLanguage } from '../language/languages.ts'
import { isPseudoLanguage, pseudoOf } from '../language/pseudo-language.ts'

export const namespace = 'pim'

type StringsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>
type LoadStrings = () => Promise<StringsByLanguage>

const loadShellStrings: LoadStrings = async () => ({
  [defaultLanguage]: (await import('../language/bundled-strings.ts')).bundledStrings,
})

/** Milliseconds after which strings that could not be fetched are asked for again, at the next key that is missing. */
const retryAfterMs = 5_000

/** The strings that are fetched only where the server's do not do, by the instance that they are for. */
interface StringsInReserve {
  readonly waiting: Set<LoadStrings>
  /** Whether the server's strings came: in the first language, or in one that was chosen later. */
  served: 'not yet' | 'yes' | 'no'
}
const reserves = new WeakMap<i18n, StringsInReserve>()

/** An i18n instance with the words of the error pages, which need no request. A key that it lacks lets it fetch the others. */
export function bundledTranslations(loadBundled = loadShellStrings): i18n {
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
    resources: { [defaultLanguage]: { [namespace]: { ...firstStrings } } },
    saveMissing: true,
    missingKeyHandler: () => {
      const reserve = reserves.get(translations)
      // While the page starts its strings are on their way.
      if (!reserve || reserve.served === 'not yet' || reserve.waiting.size === 0) return
      void fetchReserve(translations).then(() => translations.changeLanguage(translations.language))
    },
  })
  reserves.set(translations, { waiting: new Set([loadBundled]), served: 'not yet' })
  return translations
}

/** Adds the strings in reserve; those that do not come stay there for later. Never fails. */
async function fetchReserve(translations: i18n): Promise<void> {
  const { waiting } = reserves.get(translations) ?? { waiting: new Set<LoadStrings>() }
  const loads = [...waiting]
  waiting.clear()
  await Promise.all(
    loads.map(async (load) => {
      try {
        addStrings(translations, await load())
      } catch (failure) {
        console.error('Error fetching bundled strings', failure)
        setTimeout(() => waiting.add(load), retryAfterMs)
      }
    }),
  )
}

/**
 * Takes the server's strings of one language. Where they do not come the bundled ones are fetched, which are enough in
 * English; tells whether they came.
 */
export async function loadTranslations(client: ApiClient, translations: i18n, language: string): Promise<boolean> {
  const isPseudo = isPseudoLanguage(language)
  const reserve = reserves.get(translations)
  let isServed = false
  try {
    const bundles = await client.resources.getAllResources({
      query: { languageCode: stringsLanguage(language) },
    })
    for (const { languageCode, entries } of bundles) {
      translations.addResourceBundle(languageCode, namespace, entries, false, true)
    }
    isServed = bundles.length > 0
  } catch (failure) {
    console.error('Error fetching resources', failure)
  }
  if (reserve && (isServed || reserve.served === 'not yet')) reserve.served = isServed ? 'yes' : 'no'
  if (!isServed) await fetchReserve(translations)
  if (isPseudo) addPseudoStrings(translations, language, translations.getResourceBundle(defaultLanguage, namespace))
  return isServed
}

const addPseudoStrings = (translations: i18n, language: string, entries: Readonly<Record<string, string>>) =>
  translations.addResourceBundle(language, namespace, pseudoOf(entries), true, false)

/**
 * Takes the strings of a section, which has the default language in its bundle. The server's strings for the same keys
 * take precedence, and those of the other languages come from there alone. Strings that the section gives as a function
 * are fetched before it is drawn where the server's did not come, else once a key is missing.
 */
export async function addSectionStrings(translations: i18n, strings: RemoteDefinition['strings']): Promise<void> {
  if (typeof strings !== 'function') return addStrings(translations, strings)
  const reserve = reserves.get(translations)
  reserve?.waiting.add(strings)
  if (reserve?.served === 'no') await fetchReserve(translations)
}

function addStrings(translations: i18n, strings: StringsByLanguage): void {
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
