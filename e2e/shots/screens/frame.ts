import type { Page } from '@playwright/test'
import { button, click, fail, hold, press, type Shot } from '../shot.ts'

const palette = async (page: Page, typed: string) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
}

/** Of all three types, one over the other. */
const toasts = async (page: Page) => {
  const trying = page.getByRole('button', { name: 'Try it', exact: true })
  await trying.nth(1).click()
  await trying.nth(2).click()
  await button(page, 'This is how a failure looks').click()
}

/** The shell: what is around every screen, and what stands there when a screen cannot. */
export const frame: Shot[] = [
  { name: 'tenant-menu', path: '/content-items', after: click(/^Tenant:/) },
  { name: 'tenant-long', path: '/content-items', tenant: 'shots-long', after: click(/^Tenant:/) },
  { name: 'account-menu', path: '/content-items', after: click(/^Account of/) },
  { name: 'palette', path: '/content-items', after: (page) => palette(page, '') },
  { name: 'palette-found', path: '/content-items', after: (page) => palette(page, 'lantern') },
  { name: 'palette-nothing', path: '/content-items', after: (page) => palette(page, 'zzzzzz') },
  { name: 'skip-link', path: '/not-found', after: press('Tab') },
  { name: 'skip-link-in-section', path: '/content-items', after: press('Tab') },
  { name: 'section-unreachable', path: '/content-items', before: fail('**/remotes/content/**') },
  { name: 'section-slow', path: '/content-items', before: hold('**/remotes/content/**') },
  { name: 'starting', path: '/content-items', before: hold('**/api/tenants/all') },
  { name: 'toasts', path: '/prototype/minimal-mui-test', after: toasts },
  { name: 'confirm', path: '/prototype/minimal-mui-test', after: click('Delete') },
]

export const pages: Shot[] = [
  ...['not-found', 'bad-request', 'server-error', 'forbidden'].map((name) => ({ name, path: `/${name}` })),
  { name: 'any-other-path', path: '/no/such/place' },
  { name: 'outsider', path: '/', user: 'outsider' },
  ...['', '/parts', '/minimal-mui-test', '/field-types', '/content-layout/simple', '/content-layout/complex'].map(
    (path) => ({
      name: `prototype${path.replaceAll('/', '-')}`,
      path: `/prototype${path}`,
    }),
  ),
]
