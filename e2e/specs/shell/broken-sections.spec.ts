import type { BrowserContext, Page } from '@playwright/test'
import { buildFaults, offerSection, serveBuild } from '../../fixtures/fault-builds.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { type SectionFault, sectionFaults } from '../../fixtures/section-faults.ts'

const sections = {
  content: { title: 'Content', path: '/content-items', heading: 'Content items' },
  media: { title: 'Media', path: '/media-items', heading: 'Media items' },
  taxonomy: { title: 'Taxonomy', path: '/taxonomies', heading: 'Taxonomies' },
  settings: { title: 'Settings', path: '/settings/api-keys', heading: 'API keys' },
  // The section that the scaffold writes, unchanged.
  shelf: { title: 'Shelf', path: '/shelf', heading: 'Shelf' },
} as const
type SectionName = keyof typeof sections

/** Each page breaks one section after the other, and checks each time that another section works. */
const pages: readonly { broken: readonly SectionName[]; working: SectionName }[] = [
  { broken: ['settings', 'taxonomy', 'shelf'], working: 'media' },
  { broken: ['content', 'media'], working: 'taxonomy' },
]

const panelBarMs = 8_000
const backBarMs = 10_000
/** Milliseconds until a page has its frame. A machine that is busy with other tests takes longer, which counts for no section. */
const frameMs = 2_000
/** Pages at the same time: most of them wait for a deadline or a pause. They start one by one, as a start takes a whole core. */
const concurrency = 4
const mayStart = oneByOne()

interface Cell {
  fault: string
  section: SectionName
  panelMs: number
  backMs: number
}

// A trace of all these pages at once would take more of the processor than they do.
test.use({ expectedComplaints: /./, trace: 'off' })

let builds: Awaited<ReturnType<typeof buildFaults>>
test.beforeAll(async () => {
  builds = await buildFaults()
})
test.afterAll(() => {
  for (const build of Object.values(builds)) build.remove()
})

test('a section, however it fails, says so, leaves the others alone, and comes back by itself', async ({
  page,
  signIn,
}) => {
  test.setTimeout(480_000)
  await offerSection(page.context(), 'shelf', builds.scaffolded)
  await signIn('admin', '/prototype')
  const cells: Cell[] = []
  const jobs = sectionFaults(builds).flatMap((fault) => pages.map((each) => ({ fault, ...each })))
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        cells.push(...(await breakSections(page.context(), job.fault, job.broken, job.working)))
      }
    }),
  )
  console.log(tableOf(cells))
  expect(cells).toHaveLength(sectionFaults(builds).length * Object.keys(sections).length)
})

test('two builds of a section live in one page: each tenant has its own, and one that needs a newer shell says so', async ({
  page,
  signIn,
}) => {
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
    await tab(page, 'Media').click()
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

async function breakSections(
  context: BrowserContext,
  fault: SectionFault,
  broken: readonly SectionName[],
  working: SectionName,
): Promise<Cell[]> {
  const page = await context.newPage()
  const cells: Cell[] = []
  try {
    for (const [at, section] of broken.entries()) {
      const { title, path, heading } = sections[section]
      const where = `${fault.name}, ${section}`
      const panel = page.getByRole('alert').filter({ hasText: `${title} is not available` })
      const end = await fault.start(page, section)
      let begun = 0
      let lateMs = 0
      if (at === 0) {
        await mayStart(async () => {
          await page.goto(path, { waitUntil: 'commit' })
          lateMs = Math.max(0, (await appearanceOf(page, 'header')) - frameMs)
        })
      } else {
        const clicked = clickOn(page)
        await tab(page, title).click()
        begun = await clicked
      }
      const panelMs = (await appearanceOf(page, '[role="alert"]', `${title} is not available`)) - begun
      await expect(panel, where).toBeVisible()
      expect(panelMs - lateMs, where).toBeLessThanOrEqual(panelBarMs)

      await tab(page, sections[working].title).click()
      await expect(page.getByRole('heading', { level: 1, name: sections[working].heading }), where).toBeVisible()
      await page.goBack()
      await expect(panel, where).toBeVisible({ timeout: panelBarMs })

      const mended = await clockOf(page)
      await end()
      const back = page.getByRole('heading', { level: 1, name: fault.heading ?? heading })
      await expect(back, where).toBeVisible({ timeout: backBarMs })
      if (fault.heading) await expect(back, where).toHaveCSS('color', 'rgb(1, 2, 3)', { timeout: 1 })
      cells.push({ fault: fault.name, section, panelMs, backMs: (await clockOf(page)) - mended })
    }
    return cells
  } finally {
    await page.close()
  }
}

/** When something came, by the clock of the page: asked for from here it would seem to come up to a second later. */
async function appearanceOf(page: Page, selector: string, message = ''): Promise<number> {
  const isThere = ([wanted, text]: readonly [string, string]) =>
    [...document.querySelectorAll(wanted)].some((element) => element.textContent.includes(text)) &&
    Math.round(performance.now())
  const came = await page.waitForFunction(isThere, [selector, message] as const, { polling: 50, timeout: 30_000 })
  return Number(await came.jsonValue())
}

/** When the next click came, by the clock of the page: on a busy machine it takes a second to get there from here. */
const clickOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) => resolve(Math.round(timeStamp)), { capture: true, once: true })
      }),
  )

/** The clock of the page, which for the section that it is opened with begins after the way by the sign-in. */
const clockOf = (page: Page) => page.evaluate(() => Math.round(performance.now()))

/** Runs what it is given one after the other. */
function oneByOne(): (step: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (step) => {
    const done = last.then(step)
    last = done.catch(() => undefined)
    return done
  }
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

/** A line for each fault: for each section the milliseconds until its panel, and from the fault's end until it is back. */
function tableOf(cells: readonly Cell[]): string {
  const names = Object.keys(sections)
  const lines = Object.entries(Object.groupBy(cells, ({ fault }) => fault)).map(([fault, ofFault = []]) => {
    const columns = names.map((name) => {
      const cell = ofFault.find(({ section }) => section === name)
      return (cell ? `${cell.panelMs} / ${cell.backMs}` : '').padStart(15)
    })
    return fault.padEnd(20) + columns.join('')
  })
  const head = 'panel / back, ms'.padEnd(20) + names.map((name) => name.padStart(15)).join('')
  return ['', head, ...lines].join('\n')
}
