import { createApiClient } from '@pim/api-client'
import { contractFetch } from '@pim/api-client/testing'
import { afterEach, describe, expect, it, rstest } from '@rstest/core'
import { addSectionStrings, bundledTranslations } from '../boot/load-translations.ts'
import { safeStorage } from '../preferences/browser-storage.ts'
import { createLanguageChoice } from './language-choice.ts'
import { browserLanguage, chosenLanguage, keepLanguage, lastLanguageKey } from './languages.ts'

afterEach(() => {
  rstest.restoreAllMocks()
  document.documentElement.lang = 'en'
})

function setUp() {
  const asked: (string | undefined)[] = []
  const translations = bundledTranslations()
  const client = createApiClient({
    fetch: contractFetch({
      'resources.getAllResources': ({ query: { languageCode } }) => {
        asked.push(languageCode)
        if (languageCode === 'de-DE') throw new TypeError('down')
        const entries = { 'shell.logout': languageCode === 'sv-SE' ? 'Logga ut' : 'Log out' }
        return [{ languageCode: languageCode ?? '', namespace: 'pim' as const, entries }]
      },
    }),
  })
  return { asked, translations, choice: createLanguageChoice(client, translations) }
}

describe('a language', () => {
  it('is fetched once, and no other with it; the page says that it is in it', async () => {
    const { asked, translations, choice } = setUp()
    expect(await choice.show('sv-SE')).toBe(true)
    expect(translations.t('shell.logout')).toBe('Logga ut')
    expect(translations.t('shell.loading')).toBe('Loading...')
    expect(document.documentElement.lang).toBe('sv-SE')
    await choice.show('en-US')
    await choice.show('sv-SE')
    expect(asked).toEqual(['sv-SE', 'en-US'])
  })

  it('that cannot be fetched leaves the screens as they are, and is asked for again', async () => {
    rstest.spyOn(console, 'error').mockImplementation(() => undefined)
    const { asked, translations, choice } = setUp()
    expect([await choice.show('de-DE'), await choice.show('de-DE')]).toEqual([false, false])
    expect([translations.language, asked]).toEqual(['en-US', ['de-DE', 'de-DE']])
  })

  it('that is made of English shows what is not translated and what has no room', async () => {
    const { translations, choice } = setUp()
    await choice.show('en-XA')
    expect(translations.t('shell.logout')).toBe('[Ļöĝ öûţ on]')
    expect(translations.t('shell.home', { title: 'Title' })).toMatch(/^\[Title, šţåŕţ .+\]$/)
    void addSectionStrings(translations, { 'en-US': { 'a.title': 'Section' } })
    expect(translations.t('a.title')).toMatch(/^\[Šéçţîöñ .+\]$/)
  })
})

describe('the choice of a language', () => {
  const memory = () => {
    const kept = new Map<string, string>()
    return safeStorage(
      () =>
        ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }) as Storage,
    )
  }

  it('is the browser’s where it is one of the product’s, in any country, else English', () => {
    const found = [['fi', 'de-AT', 'sv'], ['sv-FI'], ['fr-FR'], []].map(browserLanguage)
    expect(found).toEqual(['de-DE', 'sv-SE', 'en-US', 'en-US'])
  })

  it('is kept for each person, and before sign-in it is the last one made', () => {
    const storage = memory()
    keepLanguage(storage, 'anna', 'sv-SE')
    keepLanguage(storage, 'ben', 'de-DE')
    const chosen = [undefined, 'anna', 'ben', 'carl'].map((userId) => chosenLanguage(storage, userId, ['en-GB']))
    expect(chosen).toEqual(['de-DE', 'sv-SE', 'de-DE', 'en-US'])
    storage.write(lastLanguageKey, 'tlh')
    expect(chosenLanguage(storage, undefined, ['sv'])).toBe('sv-SE')
  })
})
