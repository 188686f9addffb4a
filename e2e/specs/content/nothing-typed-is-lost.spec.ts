import type { SearchContentDocument } from '@pim/contract'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

const saves = '**/api/content-variation'
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const state = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
/** What came back is saved in its own time; only then may the next test have the item as it was. */
const isSaved = (page: Page) => expect(state(page, /^Saved /)).toBeVisible()

let mug: SearchContentDocument
test.beforeEach(async ({ origin }) => {
  const { search } = await apiAs(origin, 'editor')
  const { items } = await search.searchUserContent({ body: { filtering: { searchText: 'Kåsa enamel mug' } } })
  if (!items[0]) throw new Error('The demo has no mug.')
  mug = items[0]
})
test.afterEach(async ({ origin }) => {
  const { contentVariation } = await apiAs(origin, 'editor')
  const { contentVariationId, name } = mug
  await contentVariation.updateVariation({
    body: { contentVariationId, fields: [{ technicalFieldName: 'title', value: name }] },
  })
})

const address = () => `/content-item/${mug.contentItemId}?variation=${mug.variationId}`
const typed = () => `${mug.name}, half a sent`

test.describe('a session that ends in mid-edit', () => {
  test.use({ expectedComplaints: /400|401/ })

  test('asks for the password, comes back to the same place, and has every letter', async ({ page, signIn }) => {
    await signIn('editor', address())
    await expect(title(page)).toHaveValue(mug.name)
    const elsewhere = await page.context().newPage()
    // Silences the channel between tabs, as when the provider ends the session: no tab is told of that.
    await elsewhere.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => undefined
    })
    await elsewhere.goto('/prototype')
    await elsewhere.getByRole('button', { name: 'Log out' }).click()
    await expect(elsewhere.locator('input[name="password"]')).toBeVisible()
    await elsewhere.close()

    // The server knows the membership for up to a minute; here the first save is refused, as it is after that.
    await page.route(saves, (route) => route.fulfill({ status: 401, body: '' }))
    await title(page).fill(typed())
    await expect(page.locator('input[name="username"]')).toBeVisible()
    await page.unroute(saves)
    await page.locator('input[name="username"]').fill('editor')
    await page.locator('input[name="password"]').fill('editor')
    await page.locator('input[name="password"]').press('Enter')
    await expect(title(page)).toHaveValue(typed())
    await expect(page).toHaveURL(new RegExp(`${mug.contentItemId}\\?variation=`))
    await isSaved(page)
  })
})

test.describe('a tab that is closed while the network is away', () => {
  // The texts of the other screens are fetched a moment after the first one, which may be now.
  test.use({ expectedComplaints: /ERR_INTERNET_DISCONNECTED|Error fetching (?:resources|bundled strings)/ })

  test('leaves what was typed to the next one', async ({ page, signIn }) => {
    await signIn('editor', address())
    await expect(title(page)).toHaveValue(mug.name)
    await page.context().setOffline(true)
    await title(page).fill(typed())
    await expect(state(page, /^Not saved/)).toBeVisible()
    const next = await page.context().newPage()
    await page.close()
    await next.context().setOffline(false)
    await next.goto(address())
    await expect(title(next)).toHaveValue(typed())
    await isSaved(next)
  })
})

test.describe('a way out whose code cannot be fetched', () => {
  test.use({ expectedComplaints: /ERR_INTERNET_DISCONNECTED/ })

  test('is told beside what was typed, and opens once the network is back', { tag: '@whole' }, async ({
    page,
    signIn,
  }) => {
    await signIn('editor', address())
    await expect(title(page)).toHaveValue(mug.name)
    await page.context().setOffline(true)
    await title(page).fill(typed())
    await expect(state(page, /^Not saved/)).toBeVisible()
    await page.getByRole('link', { name: 'Media' }).click()
    await expect(page.getByText('This part of the page could not be fetched.')).toBeVisible()
    await expect(title(page)).toHaveValue(typed())
    await page.context().setOffline(false)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(title(page)).toHaveValue(typed())
    await isSaved(page)
  })
})

test.describe('a change of tenant in mid-edit', () => {
  test.use({ expectedComplaints: /ERR_FAILED/ })

  test('asks first, and keeps what was typed until one is back', { tag: '@whole' }, async ({
    page,
    signIn,
    checkAccessibility,
  }) => {
    const changeTo = async (tenant: string) => {
      await page.getByRole('button', { name: /^Tenant:/ }).click()
      await page.getByRole('menuitemradio', { name: tenant }).click()
    }
    await page.route(saves, (route) => route.abort())
    await signIn('editor', address())
    await expect(title(page)).toHaveValue(mug.name)
    await title(page).fill(typed())
    await expect(state(page, /^Not saved;/)).toBeVisible()
    await checkAccessibility()

    await changeTo('Nordic Home')
    const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })
    await checkAccessibility()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(title(page)).toHaveValue(typed())
    await changeTo('Nordic Home')
    await question.getByRole('button', { name: 'Leave and keep' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()

    await changeTo('Acme Outfitters')
    await page.unroute(saves)
    await expect(page.getByRole('button', { name: 'Tenant: Acme Outfitters' })).toBeVisible()
    await page.goto(address())
    await expect(title(page)).toHaveValue(typed())
    await isSaved(page)
  })
})

test.describe('a deploy that took the old code away', () => {
  test.use({
    expectedComplaints: /404|Loading chunk|ChunkLoadError|already registered|valid digest|integrity checks failed/,
  })

  test('leaves no blank page, and the section comes back in its place', { tag: '@whole' }, async ({ page, signIn }) => {
    await signIn('editor', '/content-items')
    const row = page.locator('tr[data-row]').getByRole('link').first()
    await expect(row).toBeVisible()
    // The editor is the one part that was not fetched with the list.
    await page.route('**/remotes/content/**/assets/**', (route) => route.fulfill({ status: 404, body: '' }))
    await row.click()
    const again = page.getByRole('button', { name: 'Load Content again' })
    await expect(again).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('alert').filter({ hasText: 'Perhaps a new version was deployed' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await page.unroute('**/remotes/content/**/assets/**')
    await again.click()
    await expect(page).toHaveURL(/content-item\//)
    await expect(title(page)).toBeVisible()
  })
})
