import '@pim/api-client/all-calls'
import type { Browser, Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import {
  addressesOf,
  attempt,
  everythingTried,
  ledEachWay,
  namesOfAttempts,
  tokensFrom,
} from '../../fixtures/hostile-attempts.ts'
import { hostileInstallation } from '../../fixtures/hostile-installation.ts'
import { type Keycloak, startKeycloak } from '../../fixtures/keycloak.ts'
import { type DemoUser, expect, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { enter } from '../../fixtures/sessions.ts'

/** The life of an access token, in seconds: below the 30 s before the end of which longer ones are renewed. */
const tokenSeconds = 8

let keycloak: Keycloak
let product: Product
let lacking: string | undefined

test.describe.configure({ mode: 'serial' })
// The provider is stopped, sessions are ended, and people are taken out of tenants.
test.use({
  expectedComplaints:
    /40[013]|503|FETCH_ERROR|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource|TypeError|preloaded using link preload/,
})

test.beforeAll(async () => {
  test.setTimeout(600_000)
  const port = Number(process.env.PIM_E2E_PORT)
  const origin = `http://localhost:${port + 3}`
  const url = `http://localhost:${port + 4}`
  const [started, there] = await Promise.allSettled([
    startKeycloak(port + 4, origin),
    startProduct(port + 3, {
      KEYCLOAK_URL: url,
      KEYCLOAK_REALM: 'pim',
      KEYCLOAK_CLIENT_ID: 'pim',
      KEYCLOAK_FURTHER_CLIENT_IDS: 'pim-tools',
      KEYCLOAK_AUDIENCE: 'pim-api',
    }),
  ])
  // Both first, so that what has started is stopped where the other one has not.
  if (there.status === 'fulfilled') product = there.value
  if (started.status === 'fulfilled' && !('lacking' in started.value)) keycloak = started.value
  if (started.status === 'rejected') throw started.reason
  if (there.status === 'rejected') throw there.reason
  if ('lacking' in started.value) {
    lacking = started.value.lacking
    console.log(`  skipped: sign-in with a real Keycloak, as ${lacking}`)
  }
})
test.afterAll(async () => {
  await product?.stop()
  await keycloak?.stop()
})
test.beforeEach(() => test.skip(lacking !== undefined, lacking))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const signInForm = (page: Page) => page.locator('input[name="password"]')

async function signIn(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(`${product.origin}${path}`)
  await enter(page, user)
}

interface Named {
  readonly id: string
  readonly name: string
}

async function userId(username: string): Promise<string> {
  const [user] = await keycloak.admin<{ id: string }[]>('GET', `/users?exact=true&username=${username}`)
  if (user === undefined) throw new Error(`The realm has no ${username}.`)
  return user.id
}

test('the first administrator of a new installation opens a tenant, and works in it', { tag: '@whole' }, async ({
  page,
}) => {
  const opened: string[] = []
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
  await signIn(page, 'admin')
  await expect(heading(page, 'Open a tenant')).toBeVisible()
  expect(opened.filter((path) => path === '/forbidden')).toEqual([])
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Acme')
  await expect(page.getByLabel('Identifier')).toHaveValue('acme')
  await page.keyboard.press('Enter')
  // The realm has the group already, so the next token names the tenant.
  await expect(heading(page, 'Content items')).toBeVisible()
  const admin = await apiAs(product.origin, 'admin')
  await admin.contentModel.seedContentTypes({})
  await expect
    .poll(async () => (await admin.contentModel.getAllUserTypes()).map(({ technicalName }) => technicalName))
    .toContain('article')
})

test('roles of the client and of the realm reach the token', { tag: '@whole' }, async ({ page }) => {
  const newItem = page.getByRole('button', { name: 'New item', exact: true }).first()
  await signIn(page, 'viewer')
  await expect(newItem).toBeDisabled()

  // A role of the realm counts where the client may have it, and its name begins with the client's.
  await keycloak.admin('POST', '/roles', { name: 'pim:editor' })
  const role = await keycloak.admin<Named>('GET', '/roles/pim:editor')
  const [client] = await keycloak.admin<{ id: string }[]>('GET', '/clients?clientId=pim')
  await keycloak.admin('POST', `/clients/${client?.id}/scope-mappings/realm`, [role])
  await keycloak.admin('POST', `/users/${await userId('viewer')}/role-mappings/realm`, [role])
  await page.context().clearCookies()
  await signIn(page, 'viewer')
  await expect(newItem).toBeEnabled()
})

test.describe('with the code of a hostile section', () => {
  // It runs into refusals all the time.
  test.use({ expectedComplaints: /./ })

  test('a hostile section gets neither a token nor a code that could be exchanged, whatever it tries', {
    tag: '@whole',
  }, async ({ page, request }) => {
    const installation = await hostileInstallation(product.origin, Number(process.env.PIM_E2E_DEV_PORT))
    const { origin } = installation
    try {
      const [client] = await keycloak.admin<{ id: string }[]>('GET', '/clients?clientId=pim')
      await keycloak.admin('PUT', `/clients/${client?.id}`, {
        ...client,
        redirectUris: [`${product.origin}/signed-in`, `${origin}/signed-in`],
        webOrigins: [product.origin, origin],
      })
      const addresses = addressesOf({ origin, provider: keycloak.url })
      await page.goto(`${origin}/content-items`)
      await enter(page, 'editor')
      const read = await everythingTried(page, addresses)
      expect(read.length).toBeGreaterThan(30)
      expect(await tokensFrom(read, addresses, request)).toEqual([])

      // Without the opener policy of the page its window would be read, so the attempt is a real one.
      installation.takeOut(['opener policy of pages'])
      await page.goto(`${origin}/content-items`)
      await namesOfAttempts(page)
      expect(await tokensFrom(await attempt(page, 'window', addresses), addresses, request)).not.toEqual([])

      installation.takeOut([])
      for (const led of await ledEachWay(page, addresses)) expect(await tokensFrom(led, addresses, request)).toEqual([])
    } finally {
      await installation.stop()
    }
  })
})

test('short tokens are renewed before they end, and not with every call', { tag: '@whole' }, async ({ page }) => {
  // From here on each refresh token is good once: a tab that used an older one than the other tabs would be signed out.
  await keycloak.admin('PUT', '', {
    accessTokenLifespan: tokenSeconds,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
  })
  /** When the provider has issued the tokens that calls were made with, in seconds of its own clock. */
  const issued: number[] = []
  page.on('request', (request) => {
    const [, claims] = request.headers().authorization?.split('.') ?? []
    if (claims === undefined) return
    const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    if (iat !== issued.at(-1)) issued.push(iat)
  })
  const answers: number[] = []
  await signIn(page, 'editor', '/content-items')
  const search = page.getByRole('searchbox', { name: 'Search content' })
  await expect(search).toBeVisible()
  // One call after the other, for longer than two tokens live.
  for (let tries = 0; issued.length < 4; tries++) {
    const answered = page.waitForResponse('**/api/search-content-documents/**')
    await search.fill(`word ${tries}`)
    answers.push((await answered).status())
  }
  expect(answers.filter((status) => status !== 200)).toEqual([])
  // Each is renewed once half of what is left of its time is over; one that came late has less of it, so the longest pause counts.
  const pauses = issued.slice(1).map((at, index) => at - (issued[index] ?? 0))
  expect(Math.max(...pauses)).toBeGreaterThanOrEqual(tokenSeconds / 4)
})

test('who signs out in one tab is signed out in the other', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'editor', '/content-items')
  await expect(heading(page, 'Content items')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${product.origin}/media-items`)
  // The session is there, so nobody is asked for a password.
  await expect(heading(other, 'Media items')).toBeVisible()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(signInForm(other)).toBeVisible()
  await expect(signInForm(page)).toBeVisible()
  await expect(heading(page, 'Content items')).toHaveCount(0)
})

test('a sign-out waits for a renewal in another tab, which would keep the session alive', { tag: '@whole' }, async ({
  page,
}) => {
  let isHolding = false
  let held = 0
  let endings = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.context().route('**/browser-session', async (route) => {
    if (isHolding && route.request().method() === 'POST') {
      held += 1
      await released
    }
    await route.continue()
  })
  page.context().on('request', (request) => {
    if (request.url().endsWith('/browser-session') && request.method() === 'DELETE') endings += 1
  })
  await signIn(page, 'editor', '/content-items')
  await expect(heading(page, 'Content items')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${product.origin}/media-items`)
  const logout = other.getByRole('button', { name: 'Log out' })
  await expect(logout).toBeVisible()
  isHolding = true
  await expect.poll(() => held).toBeGreaterThan(0)
  // One of the two holds the lock, and the other one waits for it.
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length)
  await expect.poll(waiting).toBe(1)
  await logout.click()
  await expect.poll(waiting).toBe(2)
  expect(endings).toBe(0)
  release()
  await expect(signInForm(other)).toBeVisible()
  await expect(signInForm(page)).toBeVisible()
  expect(endings).toBe(1)
})

test('what is typed survives a session that the provider has ended', { tag: '@whole' }, async ({ page }) => {
  const admin = await apiAs(product.origin, 'admin')
  const { contentItemId } = await admin.contentItem.createItem({
    query: { name: 'Of the sign-in', technicalContentTypeName: 'article' },
  })
  await signIn(page, 'editor', `/content-item/${contentItemId}`)
  await expect(title(page)).toBeVisible()
  // Typed before the session ends, as the page leaves with the next renewal; only the browser has it by then.
  const saves = '**/api/content-variation'
  await page.route(saves, (route) => route.abort())
  await title(page).fill('Half a sent')
  await keycloak.admin('POST', `/users/${await userId('editor')}/logout`)
  await expect(signInForm(page)).toBeVisible({ timeout: (tokenSeconds + 20) * 1_000 })
  await page.unroute(saves)
  await enter(page, 'editor')
  await expect(title(page)).toHaveValue('Half a sent')
  await expect(page.getByRole('status').filter({ hasText: /^(?:Saved |Everything is saved)/ })).toBeVisible()
})

test('a person who is taken out of the group is led out of the tenant, in every tab', { tag: '@whole' }, async ({
  page,
}) => {
  await signIn(page, 'publisher', '/content-items')
  await expect(heading(page, 'Content items')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${product.origin}/content-items`)
  await expect(heading(other, 'Content items')).toBeVisible()
  const groups = await keycloak.admin<Named[]>('GET', `/users/${await userId('publisher')}/groups`)
  const acme = groups.find(({ name }) => name === 'acme')
  await keycloak.admin('DELETE', `/users/${await userId('publisher')}/groups/${acme?.id}`)
  // The tokens that name the tenant are renewed by themselves; then the next call is refused.
  const out = heading(page, 'You cannot go in here')
  let tries = 0
  await expect(async () => {
    const search = page.getByRole('searchbox', { name: 'Search content' })
    if (!(await out.isVisible())) await search.fill(`word ${tries++}`, { timeout: 3_000 })
    await expect(out).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const tab of [page, other]) await expect(heading(tab, 'You cannot go in here')).toBeVisible()
})

test('a person who only looks is led out of the tenant, too', { tag: '@whole' }, async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'viewer', '/content-items')
  await expect(heading(page, 'Content items')).toBeVisible()
  const groups = await keycloak.admin<Named[]>('GET', `/users/${await userId('viewer')}/groups`)
  const acme = groups.find(({ name }) => name === 'acme')
  const renewed = page.waitForRequest('**/browser-session')
  await keycloak.admin('DELETE', `/users/${await userId('viewer')}/groups/${acme?.id}`)
  // The worker renews the token by itself; the new one names no tenant, and the page asks for its tenants again.
  await (await renewed).response()
  await expect(async () => {
    await page.clock.runFor(15_000)
    await expect(heading(page, 'You cannot go in here')).toBeVisible({ timeout: 3_000 })
  }).toPass()
})

test('a provider that is away when a token ends leaves our own page, and what was typed', { tag: '@whole' }, async ({
  page,
  browser,
}) => {
  const admin = await apiAs(product.origin, 'admin')
  const { contentItemId } = await admin.contentItem.createItem({
    query: { name: 'Beside a stopped provider', technicalContentTypeName: 'article' },
  })
  await signIn(page, 'editor', `/content-item/${contentItemId}`)
  await expect(title(page)).toBeVisible()
  await keycloak.stop()
  // The last token still saves for a while, so somebody types until a save is refused.
  let typed = ''
  let tries = 0
  await expect(async () => {
    typed = `Beside a stopped provider, half a sent ${tries++}`
    await title(page).fill(typed)
    await expect(page.getByRole('status').filter({ hasText: /^Not saved/ })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(title(page)).toHaveValue(typed)
  await page.reload()
  await expectOwnPage(page)
  await expectOwnPage(await openedBy(browser))
})

/** A page of a new browser context, which has no session. */
async function openedBy(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(product.origin)
  return page
}

async function expectOwnPage(page: Page): Promise<void> {
  await expect(heading(page, 'Something went wrong')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(product.origin)
}
