import type { Locator, Page } from '@playwright/test'
import { buildFaults, offerSection, serveBuild } from '../../fixtures/fault-builds.ts'
import { expect, test } from '../../fixtures/pim.ts'
import {
  type BreakableSection,
  breakable,
  type SectionFault,
  sectionFaults,
  tabOf,
  visits,
} from '../../fixtures/section-faults.ts'

test.use({ expectedComplaints: /./ })

let builds: Awaited<ReturnType<typeof buildFaults>>
test.beforeAll(async () => {
  builds = await buildFaults()
})
test.afterAll(() => {
  for (const build of Object.values(builds)) build.remove()
})

test.beforeEach(async ({ page }) => {
  await offerSection(page.context(), 'shelf', builds.scaffolded)
})

test('a section, however it fails, says so, leaves the others alone, and comes back by itself', async ({
  page,
  signIn,
}) => {
  test.setTimeout(300_000)
  await page.clock.install()
  await signIn('admin', '/prototype')
  const faults = sectionFaults(builds).filter((_, at) => at % 3 === 0)
  while (faults.length > 0) {
    for (const { broken, working } of visits) {
      const met = faults.splice(0, broken.length)
      await breakSections(
        page,
        met.map((fault, at) => ({ fault, section: broken[at] ?? working })),
        working,
      )
    }
  }
})

test('every section with every fault does so', { tag: '@whole' }, async ({ page, signIn }) => {
  test.setTimeout(900_000)
  await page.clock.install()
  await signIn('admin', '/prototype')
  for (const fault of sectionFaults(builds)) {
    for (const { broken, working } of visits) {
      await breakSections(
        page,
        broken.map((section) => ({ fault, section })),
        working,
      )
    }
  }
})

test('two builds of a section live in one page: each tenant has its own, and one that needs a newer shell says so', {
  tag: '@whole',
}, async ({ page, signIn }) => {
  let release = builds.needsMore
  await page.route('**/remotes/media/own/**', (route) => serveBuild(release, 'media/own')(route))
  await page.route('**/api/tenants/all', async (route) => {
    const response = await route.fetch()
    const tenants = (await response.json()) as { friendlyName: string }[]
    const remotes = { media: { manifestUrl: '/remotes/media/own/mf-manifest.json' } }
    const json = tenants.map((each) => (each.friendlyName === 'Nordic Home' ? { ...each, remotes } : each))
    await route.fulfill({ response, json })
  })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const changeTo = async (tenant: string) => {
    await page.getByRole('button', { name: /^Tenant:/ }).click()
    await page.getByRole('menuitemradio', { name: tenant }).click()
    await tabOf(page, 'media').click()
  }
  await signIn('admin', '/media-items')
  await expect(heading('Media items')).toBeVisible()
  const told = page.waitForResponse('**/api/section-failures')
  await changeTo('Nordic Home')
  await expect(page.getByRole('alert').filter({ hasText: 'built for another version' })).toBeVisible()
  // The server hears of it, without anybody who waits for that.
  expect((await told).status()).toBe(204)
  release = builds.styled
  await expect(heading('Styled')).toBeVisible()
  // A component that the section brings itself has the colour of the theme, as one that is lent.
  const colour = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colour('lent')).toMatch(/^rgb\(/)
  expect(await colour('its own')).toBe(await colour('lent'))
  await changeTo('Acme Outfitters')
  await expect(heading('Media items')).toBeVisible()
})

interface Cell {
  readonly fault: SectionFault
  readonly section: BreakableSection
}

/** Opens a page with the first section, and goes on to the others in it. */
async function breakSections(page: Page, cells: readonly Cell[], working: BreakableSection): Promise<void> {
  for (const [at, { fault, section }] of cells.entries()) {
    await test.step(`${fault.name}, ${section}`, async () => {
      const { title, path, heading } = breakable[section]
      const panel = page.getByRole('alert').filter({ hasText: `${title} is not available` })
      const end = await fault.start(page, section)
      if (at === 0) await page.goto(path, { waitUntil: 'commit' })
      else await tabOf(page, section).click()
      await passTimeUntil(page, panel)

      await tabOf(page, working).click()
      await expect(page.getByRole('heading', { level: 1, name: breakable[working].heading })).toBeVisible()
      await page.goBack()
      await passTimeUntil(page, panel)

      await end()
      const back = page.getByRole('heading', { level: 1, name: fault.heading ?? heading })
      await passTimeUntil(page, back)
      // A section is drawn with its styles or not at all.
      const colour = () => back.evaluate((element) => getComputedStyle(element).color)
      if (fault.heading) expect(await colour()).toBe('rgb(1, 2, 3)')
      // Its own release is there for the next fault, also where this one had put another in its place.
      await page.unroute(`**/remotes/${section}/**`)
    })
  }
}

/** Steps over deadlines and pauses by the clock of the page. `npm run bench` measures how long they are. */
async function passTimeUntil(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    if (!(await wanted.isVisible())) await page.clock.runFor(1_000)
    await expect(wanted).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
}
