import { expect, test } from '../../fixtures/pim.ts'
import { sectionFaults } from '../../fixtures/section-faults.ts'

const sections = [
  { name: 'content', link: 'Content', path: '/content-items', title: 'Content items' },
  { name: 'media', link: 'Media', path: '/media-items', title: 'Media items' },
  { name: 'taxonomy', link: 'Taxonomy', path: '/taxonomies', title: 'Taxonomies' },
] as const

/** Later than the shell waits for a section. */
const pastTheDeadline = 9_000

test.use({ expectedComplaints: /./ })

for (const { name, link, path, title } of sections) {
  test(`${link}, however it fails, says so, leaves the others alone, and comes back without a reload`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(180_000)
    const other = name === 'media' ? sections[0] : sections[1]
    const tab = (of: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: of })
    const heading = page.getByRole('heading', { level: 1, name: title })
    const panel = page.getByRole('alert').filter({ hasText: `${link} is not available` })
    const again = page.getByRole('button', { name: `Load ${link} again` })
    await page.clock.install()
    await signIn('editor', '/prototype')
    await expect(tab(link)).toBeVisible()

    for (const [fault, { files, how }] of Object.entries(sectionFaults)) {
      await test.step(fault, async () => {
        const pattern = `**/remotes/${name}/${files}`
        await page.route(pattern, (route) => how(route, name))
        await page.goto(path, { waitUntil: 'commit' })
        await expect(async () => {
          if (fault === 'hanging') await page.clock.fastForward(pastTheDeadline)
          await expect(panel).toBeVisible({ timeout: 1_000 })
        }).toPass({ timeout: 30_000 })

        await tab(other.link).click()
        await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible()
        await page.unroute(pattern)
        await tab(link).click()
        // Coming back to it may be enough; where the panel still stands, its button is.
        await expect(heading.or(again).first()).toBeVisible()
        if (await again.isVisible()) await again.click()
        await expect(heading).toBeVisible()
      })
    }
  })
}
