import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoReady } from '../demo-ready.ts'
import { openBrowser } from './browser.ts'
import { benchFirstLoad, type PrintBytes } from './first-load.bench.ts'
import { benchList } from './list.bench.ts'
import { startProduct } from './product.ts'
import { benchSectionFaults } from './section-faults.bench.ts'
import { benchSections } from './sections.bench.ts'
import { benchStartUp } from './start-up.bench.ts'
import { benchTaxonomy, type LargeTaxonomy } from './taxonomy.bench.ts'
import { benchTyping } from './typing.bench.ts'

export const browserTables = [
  'start',
  'first-load',
  'sections',
  'section-faults',
  'typing',
  'list',
  'taxonomy',
] as const
export type BrowserTable = (typeof browserTables)[number]

export interface BrowserBench {
  readonly tables: readonly BrowserTable[]
  readonly port: number
  readonly runs: number
  readonly printBytes: PrintBytes
  /** Puts a taxonomy of so many concepts into the data of a product that is not running. */
  readonly plantTaxonomy: (dataFolder: string, tenant: string, conceptCount: number) => Promise<LargeTaxonomy>
}

const conceptCount = 100_000

/** What people see, measured in a browser against the product as `npm start` runs it, with the demo's data. */
export async function benchBrowser({ tables, port, runs, printBytes, plantTaxonomy }: BrowserBench): Promise<boolean> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pim-bench-browser-'))
  try {
    const first = await startProduct(port, dataFolder)
    try {
      await demoReady(first.origin)
    } finally {
      await first.stop()
    }
    // Minutes of work, which the other tables do not need.
    const taxonomy = tables.includes('taxonomy') ? await plantTaxonomy(dataFolder, 'acme', conceptCount) : undefined
    const met: boolean[] = []
    if (tables.includes('start')) met.push(await benchStartUp(port, dataFolder, Math.max(5, runs)))
    const product = await startProduct(port, dataFolder)
    const browser = await openBrowser()
    try {
      const { origin } = product
      if (tables.includes('first-load')) met.push(await benchFirstLoad(browser, origin, runs, printBytes))
      if (tables.includes('sections')) met.push(await benchSections(browser, origin, 10))
      if (tables.includes('section-faults')) met.push(await benchSectionFaults(browser, origin))
      if (tables.includes('typing')) met.push(await benchTyping(browser, origin, runs))
      if (tables.includes('list')) met.push(await benchList(browser, origin, runs))
      if (taxonomy) met.push(await benchTaxonomy(browser, origin, taxonomy, runs))
    } finally {
      await browser.close()
      await product.stop()
    }
    return met.every(Boolean)
  } finally {
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}
