import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../fixtures/pim.ts'

const sections = [
  { name: 'content', link: 'Content', path: '/content-items', title: 'Content items' },
  { name: 'media', link: 'Media', path: '/media-items', title: 'Media items' },
  { name: 'taxonomy', link: 'Taxonomy', path: '/taxonomies', title: 'Taxonomies' },
] as const

/** Every way in which a section's files can fail to come, or come wrong. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  refused: (route) => route.abort('connectionrefused'),
  missing: (route) => route.fulfill({ status: 404, body: '' }),
  failing: (route) => route.fulfill({ status: 500, body: '' }),
  'a page instead of a script': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Sorry' }),
  truncated: (route) => route.fulfill({ contentType: 'text/javascript', body: 'var a = {' }),
  hanging: async () => undefined,
}

test.use({ expectedComplaints: /./ })

async function breakSection(page: Page, section: string, fault: (route: Route) => Promise<void>) {
  await page.route(`**/remotes/${section}/**`, fault)
}

for (const section of sections) {
  for (const [fault, how] of Object.entries(faults)) {
    test(`${section.link}, ${fault}: says so, leaves the others alone, and comes back without a reload`, async ({
      page,
      signIn,
    }) => {
      const other = section.name === 'media' ? sections[0] : sections[1]
      await breakSection(page, section.name, how)
      await signIn('editor', section.path)
      const panel = page.getByRole('alert').filter({ hasText: section.link })
      await expect(panel).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('banner')).toBeVisible()

      await page.getByRole('link', { name: other.link, exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible({ timeout: 15_000 })

      await page.getByRole('link', { name: section.link, exact: true }).first().click()
      await page.unroute(`**/remotes/${section.name}/**`)
      // Coming back to it may be enough; where the panel still stands, its button is.
      const heading = page.getByRole('heading', { level: 1, name: section.title })
      const again = page.getByRole('button', { name: `Load ${section.link} again` })
      await expect(heading.or(again).first()).toBeVisible({ timeout: 20_000 })
      if (await again.isVisible()) await again.click()
      await expect(heading).toBeVisible({ timeout: 20_000 })
    })
  }
}
