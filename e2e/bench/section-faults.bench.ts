import type { Browser, BrowserContext, Page } from '@playwright/test'
import { buildFaults, offerSection } from '../fixtures/fault-builds.ts'
import {
  type BreakableSection,
  breakable,
  type SectionFault,
  sectionFaults,
  tabOf,
  visits,
} from '../fixtures/section-faults.ts'
import { openPage, signIn } from './browser.ts'
import { figuresOf, printTable } from './table.ts'

const panelBarMs = 8_000
const backBarMs = 10_000
/** Milliseconds until a page has its frame. A machine that is busy with something else takes longer, which counts for no section. */
const frameMs = 2_000
/** Pages at the same time: most of them wait for a deadline or a pause. They start one by one, as a start takes a whole core. */
const concurrency = 4

interface Cell {
  readonly fault: string
  readonly panelMs: number
  readonly backMs: number
}

/** Until a section that fails says so, and from the end of its fault until it is back: every section with every fault. */
export async function benchSectionFaults(browser: Browser, origin: string): Promise<boolean> {
  const builds = await buildFaults()
  const page = await openPage(browser, origin)
  const context = page.context()
  try {
    await offerSection(context, 'shelf', builds.scaffolded)
    await signIn(page, 'admin', '/prototype')
    const faults = sectionFaults(builds)
    const jobs = faults.flatMap((fault) => visits.map((visit) => ({ fault, ...visit })))
    const mayStart = oneByOne()
    const cells: Cell[] = []
    const lane = async () => {
      for (let job = jobs.shift(); job; job = jobs.shift())
        cells.push(...(await breakSections(context, job.fault, job.broken, job.working, mayStart)))
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    const rows = faults.flatMap(({ name }) => {
      const ofFault = cells.filter(({ fault }) => fault === name)
      return [
        rowOf(
          `${name}: its panel`,
          ofFault.map(({ panelMs }) => panelMs),
          panelBarMs,
        ),
        rowOf(
          `${name}: back by itself`,
          ofFault.map(({ backMs }) => backMs),
          backBarMs,
        ),
      ]
    })
    return printTable('A section that fails', rows)
  } finally {
    await context.close()
    for (const build of Object.values(builds)) build.remove()
  }
}

function rowOf(what: string, values: readonly number[], barMs: number) {
  const { p50, most } = figuresOf(values)
  return { what, p50, p99: most, bar: `max ≤ ${barMs}`, isMet: most <= barMs }
}

async function breakSections(
  context: BrowserContext,
  fault: SectionFault,
  broken: readonly BreakableSection[],
  working: BreakableSection,
  mayStart: (step: () => Promise<void>) => Promise<void>,
): Promise<Cell[]> {
  const page = await context.newPage()
  const cells: Cell[] = []
  try {
    for (const [at, section] of broken.entries()) {
      const { title, path, heading } = breakable[section]
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
        await tabOf(page, section).click()
        begun = await clicked
      }
      const panelMs = (await appearanceOf(page, '[role="alert"]', `${title} is not available`)) - begun - lateMs
      await tabOf(page, working).click()
      await page.getByRole('heading', { level: 1, name: breakable[working].heading }).waitFor()
      await page.goBack()
      await appearanceOf(page, '[role="alert"]', `${title} is not available`)
      const mended = await clockOf(page)
      await end()
      const backMs = (await appearanceOf(page, 'h1', fault.heading ?? heading)) - mended
      cells.push({ fault: fault.name, panelMs, backMs })
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
