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
  /** Those of the server that the first screen does not show, by language. */
  readonly otherScreens: Map<string, LoadStrings>
  fetching?: Promise<void> | undefined
  /** A screen has asked for one of these. */
  isAskedFor: boolean
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
      if (!reserve || reserve.served === 'not yet') return
      if (reserve.otherScreens.has(translations.language)) {
        void fetchOtherScreens(translations, true)
      } else if (reserve.waiting.size > 0) {
        void fetchReserve(translations).then(() => translations.changeLanguage(translations.language))
      }
    },
    // Until the strings of the other screens are there, nothing stands in their places.
    parseMissingKeyHandler: (key: string, defaultValue?: string) =>
      reserves.get(translations)?.otherScreens.has(translations.language) ? '' : (defaultValue ?? key),
  })
  reserves.set(translations, {
    waiting: new Set([loadBundled]),
    otherScreens: new Map(),
    isAskedFor: false,
    served: 'not yet',
  })
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
 * Adds the server's strings that the first screen does not show, once. Where they do not come, the bundled ones are fetched, which
 * are enough in English, and the server is asked again later. Never fails.
 */
export function fetchOtherScreens(translations: i18n, isAskedFor = false): Promise<void> {
  const reserve = reserves.get(translations)
  const { language } = translations
  const load = reserve?.otherScreens.get(language)
  if (!reserve || !load) return Promise.resolve()
  if (isAskedFor) reserve.isAskedFor = true
  const fetchNow = async () => {
    try {
      for (const [code, entries] of Object.entries(await load()))
        translations.addResourceBundle(code, namespace, entries, true, true)
      if (isPseudoLanguage(language)) addPseudoOfAll(translations, language)
    } catch (failure) {
      console.error('Error fetching resources', failure)
      await fetchReserve(translations)
      setTimeout(() => {
        reserve.otherScreens.set(language, load)
        void fetchOtherScreens(translations, true)
      }, retryAfterMs)
    }
    reserve.otherScreens.delete(language)
    reserve.fetching = undefined
    if (!reserve.isAskedFor) return
    reserve.isAskedFor = false
    await translations.changeLanguage(translations.language)
    // A part that was drawn without its words and is not mounted yet did not hear that: it is told once nothing else is being drawn.
    whenIdle(() => void translations.changeLanguage(translations.language))
  }
  reserve.fetching ??= fetchNow()
  return reserve.fetching
}

/** Not in every browser. */
const whenIdle = (work: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(work)

/**
 * Takes the server's strings of one language. Where they do not come the bundled ones are fetched, which are enough in
 * English; tells whether they came. Of a screen: what it and the shell say at first; the others are fetched later.
 */
export async function loadTranslations(
  client: ApiClient,
  translations: i18n,
  language: string,
  screen?: string,
): Promise<boolean> {
  const isPseudo = isPseudoLanguage(language)
  const reserve = reserves.get(translations)
  let isServed = false
  try {
    const languageCode = stringsLanguage(language)
    const query = screen === undefined ? { languageCode } : { languageCode, screen }
    const bundles = await client.resources.getAllResources({ query })
    for (const { languageCode: code, entries } of bundles) {
      translations.addResourceBundle(code, namespace, entries, screen !== undefined, true)
    }
    isServed = bundles.length > 0
    if (isServed && screen !== undefined)
      reserve?.otherScreens.set(language, async () => {
        const others = await client.resources.getAllResources({ query: { ...query, part: 'rest' } })
        return Object.fromEntries(others.map((bundle) => [bundle.languageCode, bundle.entries]))
      })
  } catch (failure) {
    console.error('Error fetching resources', failure)
  }
  if (reserve && (isServed || reserve.served === 'not yet')) reserve.served = isServed ? 'yes' : 'no'
  if (!isServed) await fetchReserve(translations)
  if (isPseudo) addPseudoOfAll(translations, language)
  return isServed
}

const addPseudoOfAll = (translations: i18n, language: string) =>
  addPseudoStrings(translations, language, translations.getResourceBundle(defaultLanguage, namespace))

const addPseudoStrings = (translations: i18n, language: string, entries: Readonly<Record<string, string>>) =>
  translations.addResourceBundle(language, namespace, pseudoOf(entries), true, false)

/**
 * Takes the strings of a section, which has the default language in its bundle. The server's strings for the same keys
 * take precedence, and those of the other languages come from there alone. Strings that the section gives as a function
 * are fetched before it is drawn where the server's did not come, else once a key is missing.
 */
export async function addSectionStrings(translations: i18n, strings: RemoteDefinition['strings']): Promise<void> {
  const reserve = reserves.get(translations)
  if (typeof strings !== 'function') {
    addStrings(translations, strings)
    // Its English words are found from now on, so none that the server has in another language would be missing.
    void fetchOtherScreens(translations, true)
    return
  }
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
