import { type ApiError, createApiClient } from '@pim/api-client'
import { contractFetch, Refusal } from '@pim/api-client/testing'
import { fieldErrorCodes } from '@pim/contract/core/field-errors.ts'
import { problemCodes } from '@pim/contract/core/problem.ts'
import { afterEach, describe, expect, it, rstest } from '@rstest/core'
import { bundledStrings } from '../language/bundled-strings.ts'
import {
  addSectionStrings,
  bundledTranslations,
  fetchOtherScreens,
  fieldErrorWords,
  loadTranslations,
  problemWords,
} from './load-translations.ts'

afterEach(() => void rstest.restoreAllMocks())

describe('translations', () => {
  it('are the server’s where it has them, else the bundled ones', async () => {
    const translations = bundledTranslations()
    const client = createApiClient({
      fetch: contractFetch({
        'resources.getAllResources': () => [
          { languageCode: 'en-US', namespace: 'pim', entries: { 'shell.logout': 'Sign off' } },
        ],
      }),
    })
    await loadTranslations(client, translations, 'en-US')
    expect(translations.t('shell.logout')).toBe('Sign off')
    expect(translations.t('shell.loading')).toBe('Loading...')
  })

  it('that cannot be fetched are logged, and the bundled ones stay', async () => {
    const logged = rstest.spyOn(console, 'error').mockImplementation(() => undefined)
    const translations = bundledTranslations()
    const client = createApiClient({ fetch: () => Promise.reject(new TypeError('down')) })
    expect(await loadTranslations(client, translations, 'en-US')).toBe(false)
    expect(logged.mock.calls[0]?.[0]).toBe('Error fetching resources')
    expect(translations.t('shell.loading')).toBe('Loading...')
  })

  it('say of every problem what it means for the person, in place of the server’s message', async () => {
    const translations = bundledTranslations()
    await addSectionStrings(translations, { 'en-US': bundledStrings })
    expect(problemCodes.filter((code) => !translations.exists(`shell.problem.${code}`))).toEqual([])
    expect(fieldErrorCodes.filter((code) => !translations.exists(`shell.fieldError.${code}`))).toEqual([])
    const client = createApiClient({
      wordsFor: (code) => problemWords(translations, code),
      fetch: contractFetch({
        'settings.getSettings': () => {
          throw new Refusal('OUTCOME_UNKNOWN')
        },
      }),
    })
    await expect(client.settings.getSettings()).rejects.toMatchObject({
      problem: { message: 'It is not known whether this was done. Look again before you repeat it.' },
    })
  })

  it('show nothing that a server says to developers, whatever it says', async () => {
    const gibberish = 'qqqq zzzz'
    const translations = bundledTranslations()
    const client = createApiClient({
      wordsFor: (code) => problemWords(translations, code),
      wordsForField: (error) => fieldErrorWords(translations, error),
      fetch: async () => {
        const error = { technicalFieldName: 'body.name', message: gibberish }
        const fieldErrors = [
          { ...error, code: 'TOO_LONG', params: { max: 80 } },
          { ...error, code: 'TOO_LONG' },
          { ...error, code: 'OF_A_NEWER_SERVER' },
        ]
        const problem = { status: 400, code: 'OF_A_NEWER_SERVER', message: gibberish, traceId: 'x', fieldErrors }
        return Response.json(problem, { status: 400 })
      },
    })
    const failure = await client.settings.getSettings().catch((error: ApiError) => error)
    expect(JSON.stringify((failure as ApiError).problem)).not.toContain(gibberish)
    expect((failure as ApiError).problem?.fieldErrors?.map(({ message }) => message)).toEqual([
      'Too long. At most 80 characters fit.',
      'This is too long.',
      'This is not possible here.',
    ])
  })

  const served = (entries: Record<string, string>) =>
    createApiClient({
      fetch: contractFetch({
        'resources.getAllResources': () => [{ languageCode: 'en-US', namespace: 'pim', entries }],
      }),
    })

  describe('of the screens that are not open', () => {
    const german = {
      first: { 'content.title': 'Inhalte' },
      rest: { 'media.title': 'Medien' },
    }
    function byScreen(failures = 0) {
      const asked: unknown[] = []
      const client = createApiClient({
        fetch: contractFetch({
          'resources.getAllResources': ({ query }) => {
            asked.push(query)
            if (query.part === 'rest' && failures-- > 0) throw new TypeError('down')
            const entries = german[query.part ?? 'first']
            return [{ languageCode: 'de-DE', namespace: 'pim' as const, entries }]
          },
        }),
      })
      return { asked, client }
    }
    const opened = async (failures?: number) => {
      const translations = bundledTranslations(async () => ({ 'en-US': { 'media.title': 'Media' } }))
      const { asked, client } = byScreen(failures)
      await loadTranslations(client, translations, 'de-DE', 'content-items')
      await translations.changeLanguage('de-DE')
      return { asked, translations }
    }

    it('are fetched once one is asked for, and no key is shown in its place', async () => {
      const { asked, translations } = await opened()
      expect(translations.t('content.title')).toBe('Inhalte')
      expect(asked).toEqual([{ languageCode: 'de-DE', screen: 'content-items' }])
      const drawn = new Promise((resolve) => translations.on('languageChanged', resolve))
      expect([translations.t('media.title'), translations.t('media.title')]).toEqual(['', ''])
      await drawn
      expect([translations.t('media.title'), translations.t('content.title')]).toEqual(['Medien', 'Inhalte'])
      expect(asked).toHaveLength(2)
      // Told again, for parts that were being drawn and heard nothing yet.
      await new Promise((resolve) => translations.on('languageChanged', resolve))
      // A key that nobody has is a fault that has to be seen.
      expect(translations.t('media.nowhere')).toBe('media.nowhere')
    })

    it('are English where they do not come, and asked for again', async () => {
      using _ = rstest.useFakeTimers()
      rstest.spyOn(console, 'error').mockImplementation(() => undefined)
      const { asked, translations } = await opened(1)
      await fetchOtherScreens(translations)
      expect(translations.t('media.title')).toBe('Media')
      await rstest.advanceTimersByTimeAsync(5_000)
      expect([translations.t('media.title'), asked.length]).toEqual(['Medien', 3])
    })

    it('are not English because a section of an earlier release brings its English words', async () => {
      const { translations } = await opened()
      const drawn = new Promise((resolve) => translations.on('languageChanged', resolve))
      await addSectionStrings(translations, { 'en-US': { 'media.title': 'Media' } })
      await drawn
      expect(translations.t('media.title')).toBe('Medien')
    })
  })

  it('of the shell are fetched where the server lacks one, once, and drawn', async () => {
    const load = rstest.fn(async () => ({ 'en-US': { 'shell.new': 'New', 'shell.logout': 'Bundled' } }))
    const translations = bundledTranslations(load)
    translations.t('shell.new')
    await loadTranslations(served({ 'shell.logout': 'Sign off' }), translations, 'en-US')
    expect(translations.t('shell.logout')).toBe('Sign off')
    expect(load).not.toHaveBeenCalled()
    const drawn = new Promise((resolve) => translations.on('languageChanged', resolve))
    expect(translations.t('shell.new')).toBe('shell.new')
    await drawn
    expect([translations.t('shell.new'), translations.t('shell.logout')]).toEqual(['New', 'Sign off'])
    translations.t('shell.nowhere')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('are the words that the code has for a key that nobody translates', async () => {
    const translations = bundledTranslations()
    expect(translations.t('fieldTypes.setting.nobody', { defaultValue: 'nobody' })).toBe('nobody')
  })

  it('of a section are fetched before it is drawn where the server’s did not come, else for a key that is missing', async () => {
    rstest.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = rstest.fn(async () => ({ 'en-US': { 'content.title': 'Content' } }))
    const withServer = bundledTranslations()
    const during = addSectionStrings(withServer, load)
    await loadTranslations(served({ 'content.title': 'Goods' }), withServer, 'en-US')
    await during
    expect([withServer.t('content.title'), load.mock.calls.length]).toEqual(['Goods', 0])
    const without = bundledTranslations()
    await loadTranslations(createApiClient({ fetch: () => Promise.reject(new TypeError('down')) }), without, 'en-US')
    await addSectionStrings(without, load)
    expect(without.t('content.title')).toBe('Content')
  })

  it('that do not come from the shell either are asked for again, not at every key', async () => {
    using _ = rstest.useFakeTimers()
    const logged = rstest.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = rstest.fn(() => Promise.reject(new TypeError('down')))
    const translations = bundledTranslations(load)
    await loadTranslations(served({ 'shell.logout': 'Sign off' }), translations, 'en-US')
    for (let key = 0; key < 9; key += 1) translations.t(`shell.new${key}`)
    await rstest.advanceTimersByTimeAsync(4_000)
    translations.t('shell.new')
    expect([load.mock.calls.length, logged.mock.calls.length]).toEqual([1, 1])
    await rstest.advanceTimersByTimeAsync(1_000)
    translations.t('shell.new')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('of a section do not replace the server’s for the same key', () => {
    const translations = bundledTranslations()
    translations.addResourceBundle('en-US', 'pim', { 'content.title': 'From the server' }, false, true)
    void addSectionStrings(translations, { 'en-US': { 'content.title': 'Own', 'content.more': 'More' } })
    expect(translations.t('content.title')).toBe('From the server')
    expect(translations.t('content.more')).toBe('More')
  })
})
