import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { apiAs } from '../fixtures/api.ts'
import { test } from '../fixtures/pim.ts'
import { longNames } from './long-names.ts'

const folder = join(import.meta.dirname, '../../.shots')
const widths = [1440, 900, 360]
const schemes = ['light', 'dark'] as const

test.use({ expectedComplaints: /./ })
test.beforeAll(() => void mkdirSync(folder, { recursive: true }))

interface Shot {
  name: string
  path: string
  tenant?: string
  /** Before the screen is opened: what is held up or broken. */
  before?: (page: Page) => Promise<unknown>
  /** Once it shows: what is opened in it. */
  after?: (page: Page) => Promise<unknown>
}

const hold = (pattern: string) => (page: Page) => page.route(pattern, () => undefined)
const fail = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, body: '' }))
const openFirst = async (page: Page) => {
  await page.locator('tr[data-row] a').first().click()
  await page.getByRole('textbox').first().waitFor()
}

const shots: Shot[] = [
  { name: 'content-list-full', path: '/content-items' },
  { name: 'content-list-loading', path: '/content-items', before: hold('**/api/search-content-documents/**') },
  { name: 'content-list-nothing-fits', path: '/content-items?q=zzzzzz' },
  { name: 'content-list-empty', path: '/content-items', tenant: 'shots-empty' },
  { name: 'content-list-long', path: '/content-items', tenant: 'shots-long' },
  { name: 'content-item-full', path: '/content-items?type=product', after: openFirst },
  { name: 'content-item-long', path: '/content-items', tenant: 'shots-long', after: openFirst },
  { name: 'content-section-broken', path: '/content-items', before: fail('**/remotes/content/**') },
  { name: 'media-grid-full', path: '/media-items' },
  { name: 'media-list-full', path: '/media-items?view=list' },
  { name: 'media-loading', path: '/media-items', before: hold('**/api/search-content-documents/**') },
  { name: 'media-empty', path: '/media-items', tenant: 'shots-empty' },
  {
    name: 'media-detail',
    path: '/media-items',
    after: (page) => page.getByRole('list', { name: 'Media items' }).getByRole('button').first().click(),
  },
  { name: 'taxonomies-full', path: '/taxonomies' },
  { name: 'taxonomies-empty', path: '/taxonomies', tenant: 'shots-empty' },
  { name: 'taxonomies-loading', path: '/taxonomies', before: hold('**/api/taxonomies') },
  { name: 'error-not-found', path: '/not-found' },
  { name: 'error-bad-request', path: '/bad-request' },
  { name: 'error-forbidden', path: '/forbidden' },
  { name: 'error-server', path: '/server-error' },
  { name: 'any-other-path', path: '/no/such/place' },
  ...['', '/minimal-mui-test', '/field-types', '/content-layout/simple', '/content-layout/complex'].map((path) => ({
    name: `prototype${path.replaceAll('/', '-')}`,
    path: `/prototype${path}`,
  })),
]

for (const scheme of schemes) {
  for (const width of widths) {
    test(`every screen, ${width} px, ${scheme}`, async ({ page, signIn, origin }) => {
      await prepareTenants(origin)
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
      await signIn('admin', '/not-found')
      for (const { name, path, tenant = 'acme', before, after } of shots) {
        await page.evaluate((id) => {
          sessionStorage.clear()
          localStorage.clear()
          localStorage.setItem('tenantId', id)
        }, tenant)
        await before?.(page)
        await page.goto(path)
        await page.waitForTimeout(1_500)
        await after?.(page).catch((error: unknown) => console.log(`${name}: ${error}`))
        await page.waitForTimeout(after ? 1_500 : 300)
        await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) })
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })
  }
}

let prepared: Promise<void> | undefined
/** One tenant with nothing in it, and one whose names are as long as names get. */
function prepareTenants(origin: string): Promise<void> {
  prepared ??= prepare(origin)
  return prepared
}

async function prepare(origin: string): Promise<void> {
  const { tenants } = await apiAs(origin, 'admin')
  for (const externalId of ['shots-empty', 'shots-long']) {
    await tenants.createTenant({
      body: {
        externalId,
        friendlyName: externalId === 'shots-empty' ? 'Empty' : 'Donaudampfschifffahrtsgesellschaft & Töchter',
        featureToggles: { taxonomyEnabled: true },
        defaultVariation: { languageCode: 'de-DE', friendlyName: 'Deutsch (Deutschland)' },
      },
    })
    const api = await apiAs(origin, 'admin', externalId)
    await api.contentModel.seedContentTypes({})
    if (externalId === 'shots-empty') continue
    for (const name of longNames) {
      await api.contentItem.createItem({ query: { name, technicalContentTypeName: 'product' } })
    }
  }
}
