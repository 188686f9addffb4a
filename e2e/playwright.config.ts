import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './fixtures/chromium.ts'

const root = join(import.meta.dirname, '..')
// The config is read once in the runner and again in each worker; all of them must mean the same server.
process.env.PIM_E2E_PORT ??= '3170'
process.env.PIM_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'pim-e2e-'))
/** Where a section runs from its sources, in a page that may sign in at this product. */
process.env.PIM_E2E_DEV_PORT ??= String(Number(process.env.PIM_E2E_PORT) + 3)
const origin = `http://localhost:${process.env.PIM_E2E_PORT}`

export default defineConfig({
  testDir: 'specs',
  globalSetup: './demo-ready.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  // A machine that is busy with something else is slow, and not wrong; what passes waits for neither.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Pictures of every step would take a tenth of the time; the page itself is in the trace.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: chromiumOptions,
  },
  // The product as its README starts it, on a database of its own.
  webServer: {
    command: 'npm start',
    cwd: root,
    url: `${origin}/readyz`,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.PIM_E2E_PORT,
      PIM_DATA_DIR: process.env.PIM_E2E_DATA,
      PIM_LOG_LEVEL: 'warn',
      PIM_RATE_LIMIT: '0',
      PIM_DEV_ORIGINS: `http://localhost:${process.env.PIM_E2E_DEV_PORT}`,
    },
  },
})
