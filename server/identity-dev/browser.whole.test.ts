import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type StartedProvider, startProvider } from '../testing/embedded-sign-in.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'

const executablePath = [
  process.env.PIM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

const libraryFile = join(import.meta.dirname, '../node_modules/keycloak-js/lib/keycloak.js')

/** A minimal application: keycloak-js from its package with the shell's options. */
const application = `
  import Keycloak from '/keycloak.js'
  const keycloak = new Keycloak({ url: location.origin, realm: 'pim', clientId: 'pim' })
  globalThis.keycloak = keycloak
  keycloak.onAuthLogout = () => { document.title = 'thrown out' }
  const isIn = await keycloak.init({
    onLoad: 'login-required', pkceMethod: 'S256', checkLoginIframe: false,
    scope: 'openid profile email tenant', redirectUri: location.origin + '/signed-in',
  })
  document.title = isIn ? 'in' : 'out'
`

// The globals of the page, where the functions given to `evaluate` run.
declare const keycloak: {
  token: string
  tokenParsed: Record<string, unknown>
  refreshTokenParsed: Record<string, unknown>
  updateToken(minValidity: number): Promise<boolean>
  loadUserInfo(): Promise<Record<string, unknown>>
  logout(options: { redirectUri: string }): Promise<void>
}
declare const location: { origin: string }
declare const document: { title: string; documentElement: { scrollWidth: number; clientWidth: number } }

let rows: TestDatabase
let provider: StartedProvider
let browser: Browser

// Needs a browser; without one these tests are listed as skipped.
describe.skipIf(executablePath === undefined)('in a browser (needs Chromium)', () => {
  beforeAll(async () => {
    rows = await testDatabase()
    provider = await startProvider(rows.database)
    const { app } = provider
    const library = await readFile(libraryFile, 'utf8')
    app.get('/keycloak.js', (_request, reply) => reply.type('text/javascript').send(library))
    app.get('/application.js', (_request, reply) => reply.type('text/javascript').send(application))
    for (const path of ['/', '/signed-in']) {
      app.get(path, (_request, reply) =>
        reply
          .type('text/html')
          .send('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/application.js"></script>'),
      )
    }
    await provider.listen()
    browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: flags })
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await provider.stop()
    await rows.close()
  })

  const opened = async (options: Parameters<Browser['newContext']>[0] = {}) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(provider.origin)
    await page.getByLabel('User name').waitFor()
    return { context, page, complaints }
  }
  const signIn = async (page: Page, username: string) => {
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password').fill(username)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isIn(page)
  }
  const isIn = (page: Page) => page.waitForFunction(() => document.title === 'in')

  it('keycloak-js signs in, refreshes, comes back after a reload and signs out', async () => {
    const { context, page, complaints } = await opened()
    await signIn(page, 'publisher')
    // With a mark, which is used up where the page of the product is asked for.
    expect(page.url().replace(/\?[\w-]{24}$/, '')).toBe(provider.landing)

    const told = await page.evaluate(async () => {
      const before = keycloak.token
      const isRefreshed = await keycloak.updateToken(-1)
      return {
        isRefreshed,
        isNew: before !== keycloak.token,
        token: keycloak.token,
        claims: keycloak.tokenParsed,
        refreshType: keycloak.refreshTokenParsed.typ,
        info: await keycloak.loadUserInfo(),
      }
    })
    expect(told).toMatchObject({
      isRefreshed: true,
      isNew: true,
      claims: { given_name: 'Petra', tenants: ['acme'] },
      refreshType: 'Refresh',
      info: { family_name: 'Lindqvist', tenants: ['acme'] },
    })
    expect(await provider.identity.verifier.verify(told.token)).toMatchObject({ roles: ['publisher'] })

    await page.reload()
    await isIn(page)
    await page.evaluate(() => void keycloak.logout({ redirectUri: location.origin }))
    await page.getByLabel('User name').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  }, 30_000)

  it('five tabs refresh fifty times and none is signed out', async () => {
    const { context, page } = await opened()
    await signIn(page, 'editor')
    const tabs = [page, ...(await Promise.all(Array.from({ length: 4 }, () => anotherTab(context))))]
    for (let round = 0; round < 10; round++) {
      const refreshed = await Promise.all(tabs.map((tab) => tab.evaluate(() => keycloak.updateToken(-1))))
      expect(refreshed).toEqual([true, true, true, true, true])
    }
    expect(await Promise.all(tabs.map((tab) => tab.title()))).toEqual(['in', 'in', 'in', 'in', 'in'])
    await context.close()
  }, 60_000)

  async function anotherTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(provider.origin)
    await isIn(page)
    return page
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`the form is accessible, also with an error message (${colorScheme})`, async () => {
      const { context, page, complaints } = await opened({ colorScheme, viewport: { width: 360, height: 640 } })
      const faults = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)
      const fits = () =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
      expect([await faults(), await fits()]).toEqual([[], true])

      // By keyboard only: the focus is in the first field.
      await page.keyboard.type('viewer')
      await page.keyboard.press('Tab')
      await page.keyboard.type('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      expect([await faults(), await fits()]).toEqual([[], true])
      expect(await page.getByLabel('User name').inputValue()).toBe('viewer')

      await page.keyboard.type('viewer')
      await page.keyboard.press('Enter')
      await isIn(page)
      expect(complaints).toEqual([])
      await context.close()
    }, 30_000)
  }

  it('an invalid sign-in URL shows an error page with a link to the application', async () => {
    const { context, page } = await opened()
    await page.goto(
      `${provider.realm}/protocol/openid-connect/auth?client_id=pim&redirect_uri=https%3A%2F%2Fevil.example&response_type=code`,
    )
    expect(await page.getByRole('heading').textContent()).toBe('This sign-in cannot go on')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByLabel('User name').waitFor()
    await context.close()
  }, 30_000)
})
