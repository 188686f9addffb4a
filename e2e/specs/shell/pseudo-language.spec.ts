import { apiAs } from '../../fixtures/api.ts'
import { keepWork } from '../../fixtures/kept-work.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { wordsOn } from '../../fixtures/words.ts'

/*
 * Every screen in a language that is 40 % longer than English and in brackets: a visible text without brackets that no
 * answer of the server had is not translated; a text that is cut off, or stands over the edge of its button or cell, has
 * no room for a longer language.
 */

const screens = [
  '/content-items',
  '/content-plans',
  '/content-bulk-changes',
  '/media-items',
  '/taxonomies',
  '/exchange',
  '/exchange/import',
  '/exchange/export',
  '/settings/general',
  '/settings/content-types',
  '/settings/content-types/product',
  '/settings/variations',
  '/settings/channels',
  '/settings/api-keys',
  '/settings/usage',
  '/settings/jobs',
  '/settings/audit',
  '/settings/releases',
  '/settings/sections',
  '/settings/tenants',
]
const widths = [1440, 360]

test('every screen is translated, and has room for words that are longer', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  test.setTimeout(240_000)
  const kept = await keepWork(await apiAs(origin, 'admin'))
  await page.addInitScript(() => localStorage.setItem('pim.language', 'en-XA'))
  const words = wordsOn(page)
  const found: string[] = []
  const look = async (where: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const fault of await words.faults()) found.push(`${where}, ${width} px: ${fault}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await signIn('admin', '/content-items')
  await expect(page.getByRole('heading', { level: 1, name: /^\[.*\]/ })).toBeVisible()
  for (const path of [...screens, ...Object.values(kept)]) {
    await page.goto(path)
    await words.settled()
    await look(path)
  }

  await page.goto('/taxonomies')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('button', { name: /^\[Împöŕţ/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('concepts from a file')
  await page.getByRole('dialog').getByRole('tab').last().click()
  await look('concepts as a file')

  await page.goto('/content-items')
  await words.settled()
  await page.locator('tr[data-row]').first().getByRole('checkbox').check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^\[Éðîţ/ })
    .click()
  await page.waitForURL('**/content-bulk-edit**')
  await words.settled()
  await look('a bulk edit')

  await page.goto('/content-items')
  await words.settled()
  await page.getByRole('button', { name: /^\[Åççöûñţ/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Svenska' })).toBeVisible()
  await look('the account menu')
  await page.keyboard.press('Escape')
  await page.locator('tr[data-row] a').first().click()
  await page.waitForURL('**/content-item/**')
  await words.settled()
  await look('an item')

  expect([...new Set(found)]).toEqual([])

  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<p>Not translated</p><p><a>[Ñö řööm]</a></p>')
    const link = document.querySelector<HTMLElement>('main a')
    if (link) Object.assign(link.style, { display: 'block', width: '40px', whiteSpace: 'nowrap' })
  })
  expect(await words.faults()).toEqual(['is not translated: Not translated', 'has no room: [Ñö řööm]'])
})

test('the screens are in the language that somebody chose, and stay in it', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await signIn('viewer', '/media-items')
  await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/resources/')) asked.push(new URL(request.url()).search)
  })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('button', { name: 'Dunkel' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Mediendateien' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Mediendateien' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  // Texts of other screens are fetched once the page is at rest.
  const first = asked.filter((search) => !search.includes('part=rest'))
  expect(first).toEqual(['?languageCode=de-DE', '?languageCode=de-DE&screen=media-items'])
})
