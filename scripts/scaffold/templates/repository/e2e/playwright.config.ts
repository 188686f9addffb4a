import { defineConfig } from '@playwright/test'

const chromium = process.env.PIM_CHROMIUM

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  reporter: 'list',
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.PIM_URL ?? 'http://localhost:3000',
    viewport: { width: 1440, height: 900 },
    launchOptions: chromium === undefined ? {} : { executablePath: chromium, args: ['--no-sandbox'] },
  },
})
