import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

test('the frame shows who is signed in, and signs out in all tabs', async ({ page, signIn, checkAccessibility }) => {
  await signIn('editor', '/content-items')
  await expect(page.getByRole('button', { name: 'Account of Elias Sandberg' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Powered by')
  await checkAccessibility()
  const other = await page.context().newPage()
  await other.goto('/media-items')
  await expect(other.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('input[name="username"]')).toBeVisible()
  await expect(other.locator('input[name="username"]')).toBeVisible()
})

test('a person without a tenant is told so, and nothing else is shown', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('outsider', '/content-items')
  await expect(page).toHaveURL(/\/forbidden$/)
  await expect(page.getByRole('heading', { level: 1, name: 'You cannot go in here' })).toBeVisible()
  await checkAccessibility()
  // The one way on is out, to come back as somebody else.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('input[name="username"]')).toBeVisible()
})

test('every error page says what to do, and any other path is not found', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('editor')
  for (const [path, title] of [
    ['/not-found', 'There is nothing at this place'],
    ['/bad-request', 'That request does not fit'],
    ['/server-error', 'Something went wrong'],
    ['/forbidden', 'You cannot go in here'],
    ['/no/such/place', 'There is nothing at this place'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await checkAccessibility()
  }
})

test('the product opens with the content list', { tag: '@whole' }, async ({ page, signIn }) => {
  await signIn('editor')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()
})

test.describe('a sign-in', () => {
  test.use({ signsInByForm: true })

  test('leads to the link that was followed, and keeps nothing secret where scripts of tomorrow could read it', async ({
    page,
    signIn,
  }) => {
    await signIn('editor', '/media-items?view=list')
    await expect(page).toHaveURL(/\/media-items\?view=list$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  })
})

test.describe('with a network that is slower than the page', () => {
  test('Back after a reload leads to the page before, and not into another sign-in', { tag: '@whole' }, async ({
    page,
    signIn,
  }) => {
    await signIn('editor', '/content-items')
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
    await page.route('**/client-configuration', async (route) => {
      await page.waitForLoadState('load')
      await route.continue()
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/content-items/)
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
  })
})

test.describe('without strings', () => {
  test.use({ expectedComplaints: /Error fetching resources|500/ })

  test('strings that cannot be loaded stop nothing', async ({ page, signIn }) => {
    let isRefused = false
    await page.route(/\/api\/resources\/all(?:\?|$)/, (route) => {
      isRefused = true
      return route.fulfill({ status: 500, body: '' })
    })
    await signIn('editor', '/content-items')
    // Words of the section and of the shell, from their own files.
    await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    expect(isRefused).toBe(true)
  })
})

test('only the main area scrolls: going to a field leaves the header where it is', async ({ page, signIn, origin }) => {
  const { search } = await apiAs(origin, 'editor')
  const { items } = await search.searchUserContent({ body: { filtering: { searchText: 'Skymning' } } })
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn('editor', `/content-item/${items[0]?.contentItemId}`)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()
  const outgrown = await page.evaluate(() => {
    const main = document.querySelector('main')
    return [document.documentElement, main].map((each) => (each ? each.scrollHeight - each.clientHeight : -1))
  })
  expect(outgrown).toEqual([0, 0])
})
