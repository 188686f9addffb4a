import type { Page, Route } from '@playwright/test'
import { apiAs, tokenOf } from '../../fixtures/api.ts'
import { isWholeRun } from '../../fixtures/budget.ts'
import { expect, test } from '../../fixtures/pim.ts'

/*
 * Facts that the product was ordered with and that only a browser can show. docs/specification.md says of every fact
 * which test holds it.
 */

const product = 'Product information manager'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const signInForm = (page: Page) => page.locator('input[name="username"]')
const rows = (page: Page) => page.locator('tr[data-row]')
/** The request of a list that is opened: its first 25 rows, the newest change first. */
const firstPage = {
  paging: { pageNumber: 1, pageSize: 25 },
  sorting: { field: 'modifiedAt', direction: 'desc' },
}
const searchOf = (page: Page) => page.waitForRequest('**/api/search-content-documents/**')

/** From here on the page's time goes on only where a test says so. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

test.describe('a toast', () => {
  const toasts = (page: Page) => page.locator('.MuiAlert-filled')

  test('is filled, at the bottom left, goes after 2000 ms whatever it says, and sooner when dismissed', async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    await signIn('editor', '/prototype/minimal-mui-test')
    const failing = page.getByRole('button', { name: 'This is how a failure looks' })
    await expect(failing).toBeVisible()
    await pauseClock(page)
    await page.getByRole('button', { name: 'Try it', exact: true }).nth(1).click()
    await page.getByRole('button', { name: 'Try it', exact: true }).nth(2).click()
    await failing.click()
    for (const type of ['Success', 'Info', 'Error'])
      await expect(page.locator(`.MuiAlert-filled.MuiAlert-color${type}`)).toBeVisible()
    await expect(toasts(page)).toHaveCount(3)
    const { x, y, height } = (await toasts(page).last().boundingBox()) ?? { x: 0, y: 0, height: 0 }
    expect([x, y + height]).toEqual([24, 900 - 24])
    // Out of the way: one that is pointed at stays.
    await page.mouse.move(700, 300)
    await page.clock.runFor(1_999)
    await expect(toasts(page)).toHaveCount(3)
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)

    await failing.click()
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss the message' }).click()
    await expect(toasts(page)).toHaveCount(0)
  })

  test('that offers to take something back goes as soon, and the offer stays where the thing was', async ({
    page,
    signIn,
    origin,
  }) => {
    const name = `Taken back ${Date.now()}`
    const { contentItem } = await apiAs(origin, 'admin')
    const { contentItemId } = await contentItem.createItem({ query: { name, technicalContentTypeName: 'article' } })
    await signIn('admin', `/content-items?q=${encodeURIComponent(name)}`)
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.mouse.move(700, 300)
    await expect(page.locator('main').getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(toasts(page)).toHaveCount(0)
    await page.locator('main').getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page).first()).toContainText(name)
    // Other specs open the newest item, and expect a title.
    await contentItem.deleteItem({ params: { contentItemId }, query: {} })
  })
})

test.describe('the sign-in', () => {
  test.use({
    expectedComplaints: /40[013]|Failed to load resource|nonce|TypeError|Uncaught|preloaded using link preload/i,
  })

  const callbacks = (page: Page) =>
    page.evaluate(() =>
      Object.entries({ ...localStorage })
        .filter(([key]) => key.startsWith('kc-callback-'))
        .map(([key, text]) => ({ state: key.slice('kc-callback-'.length), ...JSON.parse(text) })),
    )

  test('asks for the four scopes, shows no main area before it, and keeps its state for an hour', async ({ page }) => {
    await page.clock.setFixedTime('2030-01-01T10:00:00Z')
    const configuration = '**/api/client-configuration'
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(configuration, async (route) => {
      await looked
      await route.continue()
    })
    const asked = page.waitForRequest('**/realms/**/auth?**')
    await page.goto('/content-items', { waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await expect(page.locator('main')).toHaveCount(0)
    goOn()
    const query = new URL((await asked).url()).searchParams
    expect(query.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile', 'tenant'])
    expect(query.get('code_challenge_method')).toBe('S256')
    // The embedded provider is of the same origin, and sees the storage.
    await expect(signInForm(page)).toBeVisible()
    const [callback] = await callbacks(page)
    expect(new Date(callback?.expires).toISOString()).toBe('2030-01-01T11:00:00.000Z')
  })

  test('starts again where it ended without anybody being signed in, and where it took too long', async ({ page }) => {
    // An answer to a question that this browser did not ask.
    await page.goto('/#state=nobody-asked&session_state=x&code=none')
    await expect(signInForm(page)).toBeVisible()
    const [callback] = await callbacks(page)
    const expired = { error: 'temporarily_unavailable', error_description: 'authentication_expired' }
    await page.goto(`/#${new URLSearchParams({ ...expired, state: callback?.state })}`)
    await expect(signInForm(page)).toBeVisible()
    expect((await callbacks(page)).map(({ state }) => state)).not.toContain(callback?.state)
  })

  test('whose nonce is not the one that was sent leaves no token, and shows nothing of the tenant', async ({
    page,
  }) => {
    let calls = 0
    await page.route('**/protocol/openid-connect/token', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const [head, body = '', signature] = String(answer.id_token).split('.')
      const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), nonce: 'somebody-elses' }
      const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
      await route.fulfill({ response, json: { ...answer, id_token: [head, forged, signature].join('.') } })
    })
    page.on('request', (request) => {
      if (request.headers().authorization) calls += 1
    })
    await page.goto('/content-items')
    await signInForm(page).fill('editor')
    await page.locator('input[name="password"]').fill('editor')
    await page.locator('input[name="password"]').press('Enter')
    await expect(heading(page, 'Something went wrong')).toBeVisible()
    await expect(page.locator('main table')).toHaveCount(0)
    expect(calls).toBe(0)
  })

  test('is asked for again where the token is not renewed (400), and no call goes out with the old one', async ({
    page,
    signIn,
  }) => {
    await signIn('editor', '/content-items')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    const tokens: (string | undefined)[] = []
    await page.context().route('**/api/search-content-documents/**', (route) => {
      tokens.push(route.request().headers().authorization)
      return route.fulfill({ status: 401, body: '' })
    })
    await page.context().route('**/protocol/openid-connect/token', (route) => route.fulfill({ status: 400, json: {} }))
    await page.context().clearCookies()
    await page.getByRole('searchbox', { name: 'Search content' }).fill('lantern')
    await expect(signInForm(page)).toBeVisible()
    expect(tokens).toHaveLength(1)
  })

  test('without a provider takes 500 ms, and 500 ms to leave to the origin; the name of the account is there between', async ({
    page,
    origin,
  }) => {
    // Nobody answers calls without a token, so this stands in for the server that a section is developed against.
    const token = await tokenOf(origin, 'editor')
    await page.route('**/api/**', (route: Route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
    )
    // Read once: a page that leaves takes what it has asked for with it.
    const configuration = await (await page.request.get('/api/client-configuration')).json()
    const keycloak = { clientId: '', realm: '', keycloakUrl: '' }
    await page.route('**/api/client-configuration', (route) => route.fulfill({ json: { ...configuration, keycloak } }))
    await page.clock.install()
    await page.goto('/prototype')
    await pauseClock(page)
    await page.goto('/content-items')
    const account = page.getByRole('button', { name: 'Account of Elias Sandberg' })
    const logout = page.getByRole('button', { name: 'Log out' })
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await page.clock.runFor(499)
    await expect(account).toHaveCount(0)
    // It waits from when the configuration has come, which may be a moment after the page has.
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(account).toBeVisible({ timeout: 3_000 })
    }).toPass()

    await logout.click()
    await expect(logout).toBeDisabled()
    await page.clock.runFor(499)
    await expect(page).toHaveURL(`${origin}/content-items`)
    await page.clock.runFor(1)
    await expect(page).toHaveURL(`${origin}/`)
  })
})

test.describe('a call that fails', () => {
  test.use({ expectedComplaints: /Failed to load resource|40[034]|500/ })

  test('leads to the page for its kind, outside the layout', { tag: '@whole' }, async ({ page, signIn }) => {
    await signIn('editor', '/prototype')
    const searches = '**/api/search-content-documents/**'
    for (const [answer, address] of [
      [{ status: 404, body: '' }, '/not-found'],
      [{ status: 400, body: '' }, '/bad-request'],
      [{ status: 403, body: '' }, '/forbidden'],
      [{ status: 500, body: '' }, '/server-error'],
      [{ status: 409, body: '' }, '/server-error'],
      [{ status: 200, contentType: 'application/json', body: '{"items":' }, '/server-error'],
      ['no network', '/server-error'],
    ] as const) {
      await page.route(searches, (route) => (answer === 'no network' ? route.abort() : route.fulfill(answer)))
      await page.goto('/content-items')
      await expect(page, JSON.stringify(answer)).toHaveURL(new RegExp(`${address}$`))
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toHaveCount(0)
      await page.unroute(searches)
    }
  })
})

test('the frame has a header, a main area and a footer; the switcher follows the address and leads to the sections', async ({
  page,
  signIn,
}) => {
  const opened = searchOf(page)
  await signIn('admin', '/')
  const switcher = page.getByRole('navigation', { name: 'Sections' })
  expect((await opened).postDataJSON()).toMatchObject(firstPage)
  const places = [
    ['/', 'Content'],
    ['/media-items', 'Media'],
    ['/content-items', 'Content'],
    ['/taxonomies', 'Taxonomy'],
  ] as const
  for (const [path, section] of isWholeRun ? places : places.slice(0, 2)) {
    const asked = path === '/media-items' ? searchOf(page) : undefined
    if (path !== '/') await page.goto(path)
    if (asked) expect((await asked).postDataJSON()).toMatchObject(firstPage)
    await expect(switcher.locator('[aria-current=page]')).toHaveText(section)
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toBeVisible()
  }
  for (const [section, address] of [
    ['Content', '/content-items'],
    ['Media', '/media-items'],
    ['Taxonomy', '/taxonomies'],
  ] as const) {
    await switcher.getByRole('link', { name: section, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(switcher.locator('[aria-current=page]')).toHaveText(section)
  }
  const prototypes = ['', '/minimal-mui-test', '/field-types', '/content-layout/simple', '/content-layout/complex']
  for (const path of isWholeRun ? prototypes : prototypes.slice(-1)) {
    await page.goto(`/prototype${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  }
})

test('the title of the document has the name of the product behind that of the screen', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/content-items')
  for (const path of ['/content-items', '/media-items', '/taxonomies', '/exchange', '/settings/api-keys']) {
    await page.goto(path)
    await expect(heading(page, /./)).toBeVisible()
    await expect(page, path).toHaveTitle(new RegExp(`^.+ · ${product}$`))
  }
  await page.goto('/content-items')
  const item = rows(page).getByRole('link').first()
  const name = await item.textContent()
  await item.click()
  await expect(page).toHaveTitle(`${name} · ${product}`)
  await page.goto('/not-found')
  await expect(page).toHaveTitle(new RegExp(`${product}$`))
})

test('a list is printed in light colours to its last row, without what is pressed', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn('editor', '/content-items')
  await expect(rows(page)).toHaveCount(25)
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      document.body.dataset.printed = getComputedStyle(document.body).color
    }),
  )
  await page.pdf()
  const printed = await page.evaluate(() => document.body.dataset.printed)
  const [red = 255] = printed?.match(/\d+/g)?.map(Number) ?? []
  expect(red).toBeLessThan(64)
  await page.emulateMedia({ media: 'print' })
  await expect(rows(page).last()).toBeVisible()
  for (const bar of [
    page.getByRole('banner'),
    page.getByRole('button', { name: 'New item' }),
    page.getByRole('checkbox'),
  ])
    await expect(bar.first()).toBeHidden()
})

test('the theme is light, dark or the system’s, and kept in this browser', async ({ page, signIn }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn('editor', '/prototype')
  await expect(heading(page, /./)).toBeVisible()
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.getByRole('button', { name: /^Account of/ }).click()
  for (const [mode, shown] of [
    ['Light', light],
    ['Dark', dark],
    ['System', dark],
  ] as const) {
    await page.getByRole('button', { name: mode, exact: true }).click()
    await expect.poll(background).toBe(shown)
    expect(await page.evaluate(() => localStorage.getItem('themeMode'))).toBe(mode.toLowerCase())
  }
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await page.reload()
  await expect(heading(page, /./)).toBeVisible()
  expect(await background()).toBe(light)
})

test('the list and the item have the order, the measures and the switch that were ordered', async ({
  page,
  signIn,
}) => {
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)
  const switchOfVersion = page.getByRole('switch', { name: 'Published version' })
  const asked = searchOf(page)
  await signIn('editor', '/content-items?status=published&type=product')
  expect((await asked).postDataJSON()).toMatchObject(firstPage)
  await expect(switchOfVersion).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  expect(await style('tr[data-row] td', 'border-bottom-style')).toBe('dashed')
  expect(await style('main button.MuiButton-root', 'border-radius')).toBe('8px')
  expect(await style('body', 'font-family')).toMatch(/^"?Inter Variable/)
  expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true)
  const paging = page.getByLabel('Rows', { exact: true }).locator('..')
  expect((await paging.boundingBox())?.height).toBe(64)

  // The switcher is a bar at the bottom below the breakpoint of 900 px.
  for (const [width, isAtTop] of [
    [900, true],
    [899, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Media', exact: true })
    expect(((await links.boundingBox())?.y ?? 0) < 450).toBe(isAtTop)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows(page).getByRole('link').first().click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  for (const [width, gap] of [
    [1440, '40px'],
    [600, '40px'],
    [599, '24px'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await style('.MuiTabs-list', 'column-gap')]).toEqual([width, gap])
  }
  await page.setViewportSize({ width: 360, height: 780 })
  const scroller = page.locator('.MuiTabs-scroller').first()
  expect(await scroller.evaluate((element) => getComputedStyle(element).overflowX)).toMatch(/^(?:auto|scroll)$/)
  expect(await scroller.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  // At 200 %: the head of the item makes room for three of its fields.
  await page.setViewportSize({ width: 720, height: 450 })
  const fields = page.locator('[data-field]')
  await fields.first().evaluate((element) => element.scrollIntoView())
  for (const at of [0, 1, 2]) await expect(fields.nth(at)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeEditable()
  await switchOfVersion.click()
  await expect(title).not.toBeEditable()
  await expect(page).toHaveURL(/version=published/)
})
