import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

const browser = process.env.PIM_CHROMIUM ?? chromium.executablePath()
const whyNot =
  process.env.PIM_URL === undefined
    ? 'PIM_URL names no installation, such as http://localhost:3000'
    : existsSync(browser)
      ? undefined
      : `there is no browser at ${browser}; PIM_CHROMIUM names one`
if (whyNot !== undefined) console.log(`Browser tests are skipped: ${whyNot}.`)

export default defineConfig({
  testDir: '.',
  testIgnore: whyNot === undefined ? [] : '**',
  outputDir: '../test-results',
  workers: 1,
  reporter: 'list',
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.PIM_URL ?? 'http://localhost:3000',
    viewport: { width: 1440, height: 900 },
    launchOptions:
      process.env.PIM_CHROMIUM === undefined
        ? {}
        : { executablePath: process.env.PIM_CHROMIUM, args: ['--no-sandbox'] },
  },
})
