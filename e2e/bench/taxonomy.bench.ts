import type { Browser, Page } from '@playwright/test'
import { apiAs } from '../fixtures/api.ts'
import { longestOf, openPage, signIn, type Trace, traced } from './browser.ts'
import { figuresOf, medianOf, printTable, type TableRow } from './table.ts'

const barMs = 100

export interface LargeTaxonomy {
  readonly taxonomyId: string
  readonly friendlyName: string
  readonly conceptCount: number
}

/** A taxonomy as large as one will ever be: opened, searched, scrolled, opened up and closed. */
export async function benchTaxonomy(
  browser: Browser,
  origin: string,
  taxonomy: LargeTaxonomy,
  runs: number,
): Promise<boolean> {
  const runsOf: Record<string, Trace[]> = {}
  const bare: number[] = []
  for (let run = 0; run < runs; run++) {
    const page = await openPage(browser, origin)
    try {
      await signIn(page, 'editor', '/taxonomies')
      await page.getByRole('link', { name: taxonomy.friendlyName }).waitFor()
      for (const [what, work] of Object.entries(steps(page, taxonomy))) {
        runsOf[what] ??= []
        runsOf[what].push(await traced(page, work))
      }
      bare.push(await bareWork(page, taxonomy.conceptCount))
    } finally {
      await page.context().close()
    }
  }
  const rows = Object.entries(runsOf).map(([what, traces]): TableRow => {
    const inOrder = traces.map(longestOf).toSorted((one, other) => one.wallMs - other.wallMs)
    const middle = inOrder[inOrder.length >> 1] ?? { wallMs: 0, cpuMs: 0 }
    return {
      what: `${what}: longest task`,
      p99: middle.wallMs,
      beside: { what: 'one pass over the names', value: medianOf(bare) },
      bar: `max ≤ ${barMs}`,
      isMet: middle.wallMs <= barMs,
      note: `${middle.cpuMs.toFixed(0)} ms of the processor, done in ${medianOf(traces.map(({ wallMs }) => wallMs)).toFixed(0)} ms`,
    }
  })
  const isMet = printTable(
    `A taxonomy of ${taxonomy.conceptCount.toLocaleString('en')} concepts (max: the longest task of the median run)`,
    rows,
  )
  await benchServer(origin, taxonomy)
  return isMet
}

function steps(page: Page, { friendlyName }: LargeTaxonomy): Record<string, () => Promise<void>> {
  const tree = page.getByRole('tree')
  const search = page.getByRole('searchbox', { name: 'Search concepts' })
  const rows = tree.getByRole('treeitem')
  const settled = () => page.waitForTimeout(1_000)
  return {
    open: async () => {
      await page.getByRole('link', { name: friendlyName }).click()
      await rows.first().waitFor()
      await settled()
    },
    'open up two levels': async () => {
      await tree.focus()
      await page.keyboard.press('*')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('*')
      await settled()
    },
    'search for a common word, letter by letter': async () => {
      await search.click()
      await page.keyboard.type('lamp', { delay: 120 })
      await settled()
    },
    'scroll through what was found': async () => {
      await tree.hover()
      for (let turn = 0; turn < 25; turn++) {
        await page.mouse.wheel(0, turn % 5 === 4 ? 200_000 : 900)
        await page.waitForTimeout(40)
      }
    },
    'search for one concept': async () => {
      await search.fill('99999')
      await settled()
    },
    'clear the search': async () => {
      await search.fill('')
      await settled()
    },
    'choose a concept': async () => {
      await rows.nth(3).click()
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
      await settled()
    },
  }
}

/** So many names looked through once, in the same page: what no search can do without. */
const bareWork = (page: Page, count: number): Promise<number> =>
  page.evaluate((wanted) => {
    const names = Array.from({ length: wanted }, (_, at) => `A Name of ${at}`)
    const started = performance.now()
    let found = 0
    for (const name of names) if (name.toLowerCase().includes('99')) found += 1
    return found > 0 ? performance.now() - started : 0
  }, count)

/** The same tree as the server answers it: the page that opens it, and all of it. */
async function benchServer(origin: string, { taxonomyId }: LargeTaxonomy): Promise<void> {
  const { taxonomies } = await apiAs(origin, 'editor')
  const measured = async (read: () => Promise<unknown>) => {
    const times: number[] = []
    let bytes = 0
    for (let run = 0; run < 6; run++) {
      const started = performance.now()
      const answer = await read()
      times.push(performance.now() - started)
      bytes = JSON.stringify(answer).length
    }
    const { p50, most } = figuresOf(times)
    return { p50, p99: most, note: `${(bytes / 1e3).toFixed(1)} kB of JSON` }
  }
  const page = await measured(() => taxonomies.getConceptChildren({ params: { taxonomyId }, query: {} }))
  const tree = await measured(() => taxonomies.getTaxonomy({ params: { taxonomyId } }))
  const [, resident = '0'] =
    /^process_resident_memory_bytes (\S+)/m.exec(await (await fetch(`${origin}/metrics`)).text()) ?? []
  printTable('The same tree from the server', [
    { what: 'the first page, parsed by its client', ...page },
    { what: 'all of it, parsed by its client', ...tree },
    {
      what: 'memory of the server afterwards',
      p50: Number(resident) / 1e6,
      unit: 'MB',
      bar: '< 512 MB',
      isMet: Number(resident) / 1e6 < 512,
    },
  ])
}
