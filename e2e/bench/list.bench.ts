import type { Browser, Page } from '@playwright/test'
import { apiAs } from '../fixtures/api.ts'
import { openPage, signIn, type Trace, traced } from './browser.ts'
import { medianOf, printTable } from './table.ts'

const barMs = 100
const rowCount = 200

/** A content list with the most rows that a page of it has. */
export async function benchList(browser: Browser, origin: string, runs: number): Promise<boolean> {
  const type = await typeOfManyItems(origin)
  const page = await openPage(browser, origin)
  try {
    await signIn(page, 'editor', `/content-items?type=${type}`)
    await hasRows(page, 25)
    const rowsPerPage = page.getByRole('combobox', { name: 'Rows' })
    const all = page.locator('thead').getByRole('checkbox')
    const turnTo = async (size: number) => {
      await rowsPerPage.selectOption(String(size))
      await hasRows(page, size)
    }
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      [`from 25 rows to ${rowCount}`, () => turnTo(rowCount)],
      ['all rows ticked', () => all.check()],
      ['and no row any more', () => all.uncheck()],
      ['in another order', () => sortByName(page)],
    ]
    const longest = new Map<string, number[]>(steps.map(([what]) => [what, []]))
    // The first time brings code that is fetched once.
    for (let run = -1; run < runs; run++) {
      for (const [what, work] of steps) {
        const trace = await traced(page, async () => {
          await work()
          await allDrawn(page)
        })
        if (run >= 0) longest.get(what)?.push(longestCpuOf(trace))
      }
      await turnTo(25)
    }
    return printTable(
      `A list of ${rowCount} rows (the processor's time of the longest task)`,
      [...longest].map(([what, times]) => ({
        what,
        p50: medianOf(times),
        p99: Math.max(...times),
        bar: `p50 ≤ ${barMs}`,
        isMet: medianOf(times) <= barMs,
      })),
    )
  } finally {
    await page.context().close()
  }
}

const longestCpuOf = ({ tasks }: Trace): number => Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs))

const hasRows = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('tr[data-row]').length === wanted, count)

async function sortByName(page: Page): Promise<void> {
  const header = page.getByRole('columnheader', { name: 'Name' })
  const before = await header.getAttribute('aria-sort')
  await header.getByRole('button').click()
  await page.waitForFunction(
    (was) => document.querySelector('th[aria-sort]')?.getAttribute('aria-sort') !== was,
    before ?? 'none',
  )
  await page.locator('table[aria-busy=false]').waitFor()
}

/** The last row has what the first has, and the browser has painted it. */
const allDrawn = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const cells = [...document.querySelectorAll('tr[data-row]')].map((row) => row.childElementCount)
        requestAnimationFrame(() => setTimeout(() => resolve(cells.at(-1) === cells[0])))
      }),
  )

/** Puts the type and its items there; the type stays, and has more items after each run. */
async function typeOfManyItems(origin: string): Promise<string> {
  const { contentModel, contentItem } = await apiAs(origin, 'admin')
  const technicalName = 'bench_many_items'
  await contentModel.seedContentTypes({
    body: {
      contentTypes: [
        {
          technicalName,
          friendlyName: { 'en-US': 'Many items' },
          kind: 'user',
          fields: [{ technicalName: 'bench_title', friendlyName: { 'en-US': 'Title' }, type: 'text' }],
        },
      ],
    },
  })
  for (let from = 0; from < rowCount; from += 50) {
    const items = Array.from({ length: 50 }, (_, at) => ({
      technicalContentTypeName: technicalName,
      name: `Storm lantern ${from + at}`,
    }))
    await contentItem.batchItems({ body: { items, mode: 'create' } })
  }
  return technicalName
}
