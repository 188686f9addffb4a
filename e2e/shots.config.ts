import base, { products } from './playwright.config.ts'

// One product is enough: pictures are taken one after another.
process.env.PIM_E2E_ORIGINS = process.env.PIM_E2E_ORIGINS?.split(' ')[0]

/**
 * Not tests: a picture of every screen and state, for people to look at. With `PIM_SHOTS_RUNNING` they are taken of the
 * product that runs at PIM_E2E_PORT already; tenants are added to it.
 */
export default {
  ...base,
  testDir: 'shots',
  reporter: [['list']] as ['list'][],
  timeout: 280_000,
  use: { ...base.use, screenshot: 'off' as const, trace: 'off' as const },
  workers: 1,
  webServer: products
    .slice(0, 1)
    .map((server) => ({ ...server, reuseExistingServer: Boolean(process.env.PIM_SHOTS_RUNNING) })),
}
