import type { Page } from '@playwright/test'

/** The languages of the pictures: `PIM_SHOTS_LANGUAGES=de-DE,sv-SE` takes those in place of English. */
export const languages = (process.env.PIM_SHOTS_LANGUAGES ?? 'en-US').split(',')

/**
 * Turns the screen to another language as it stands, with its dialogs open: the steps that lead to a screen find what they press
 * by its English name, and the menu of languages would close what they opened.
 */
export async function turnTo(page: Page, language: string): Promise<void> {
  await page.evaluate(async (language) => {
    interface Fiber {
      memoizedProps?: { i18n?: Translations } | null
      child: Fiber | null
    }
    interface Translations {
      language: string
      addResourceBundle: (
        language: string,
        namespace: string,
        entries: object,
        deep: boolean,
        overwrite: boolean,
      ) => void
      changeLanguage: (language: string) => Promise<unknown>
    }
    const root = document.getElementById('root')
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'))
    let fiber: Fiber | null = root && key ? Reflect.get(root, key) : null
    while (fiber && !fiber.memoizedProps?.i18n) fiber = fiber.child
    const translations = fiber?.memoizedProps?.i18n
    if (!translations || translations.language === language) return
    const answer = await fetch(`/api/resources/all?languageCode=${language}`)
    for (const { languageCode, namespace, entries } of await answer.json())
      translations.addResourceBundle(languageCode, namespace, entries, false, true)
    await translations.changeLanguage(language)
  }, language)
}

/** English words of the screens that are other ones in the language, but are on the screen all the same. */
export async function englishLeftOn(page: Page, language: string): Promise<string[]> {
  return page.evaluate(async (language) => {
    const entriesOf = async (code: string): Promise<Record<string, string>> => {
      const bundles = await (await fetch(`/api/resources/all?languageCode=${code}`)).json()
      return bundles[0]?.entries ?? {}
    }
    const [english, other] = await Promise.all([entriesOf('en-US'), entriesOf(language)])
    const isSaid = new Set(Object.values(other))
    const isEnglish = new Set(Object.values(english).filter((text) => /\p{L}{3}/u.test(text) && !isSaid.has(text)))
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (isEnglish.has(text) && !node.parentElement?.closest('[data-field-value], script, td')) found.add(text)
    }
    return [...found]
  }, language)
}
