import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { isWholeRun } from './fixtures/budget.ts'
import { chromiumOptions } from './fixtures/chromium.ts'
import { copyData } from './fixtures/product.ts'

const root = join(import.meta.dirname, '..')
const lanes = [0, 1] as const
/** Each lane has a product of its own, and the ports after it for what its specs start. */
const portsOfLane = 10

// The config is read once in the runner and again in each worker; all of them must mean the same servers.
process.env.PIM_E2E_FIRST_PORT ??= process.env.PIM_E2E_PORT ?? '3170'
process.env.PIM_E2E_DATA ??= newData()
const portOf = (lane: number): number => Number(process.env.PIM_E2E_FIRST_PORT) + lane * portsOfLane
/** Where a section runs from its sources, in a page that may sign in at this product. */
const devPortOf = (lane: number): number => portOf(lane) + 6

// Playwright sets the index in each worker; the runner has none.
const lane = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
process.env.PIM_E2E_PORT = String(portOf(lane))
process.env.PIM_E2E_DEV_PORT = String(devPortOf(lane))
process.env.PIM_E2E_ORIGINS = lanes.map((each) => `http://localhost:${portOf(each)}`).join(' ')

/** A folder with the data of each product: empty, or with the demo that the run has loaded already. */
function newData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pim-e2e-'))
  const { PIM_E2E_DEMO: demo } = process.env
  chmodSync(folder, 0o755)
  if (demo !== undefined) for (const each of lanes) copyData(demo, join(folder, String(each)))
  return folder
}

/** The product as its README starts it, on a database of its own; the second one finds everything built. */
export const products = lanes.map((each) => ({
  // Stands before each line of its log; a failed test shows the lines of its own lane.
  name: `product ${each}`,
  command: 'npm start',
  cwd: root,
  url: `http://localhost:${portOf(each)}/readyz`,
  timeout: 180_000,
  stdout: 'pipe' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    PORT: String(portOf(each)),
    PIM_DATA_DIR: join(process.env.PIM_E2E_DATA ?? '', String(each)),
    PIM_LOG_LEVEL: 'warn',
    PIM_RATE_LIMIT: '0',
    PIM_DEV_ORIGINS: `http://localhost:${devPortOf(each)}`,
  },
}))

export default defineConfig({
  testDir: 'specs',
  globalSetup: './demo-ready.ts',
  outputDir: '../test-results',
  // A tag of tests that only `npm test -- all` runs.
  ...(!isWholeRun && { grepInvert: /@whole/ }),
  fullyParallel: false,
  // The browser waits for a third of the time, so two lanes end far earlier than one on two cores.
  workers: lanes.length,
  retries: 0,
  // A machine that is busy with something else is slow, and not wrong; what passes waits for neither.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${portOf(lane)}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Traces and moving parts only in the whole run: they take a tenth of the time, and a failure tells its screen and refused calls anyway.
    trace: isWholeRun ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    contextOptions: isWholeRun ? {} : { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions,
  },
  webServer: [...products],
})
