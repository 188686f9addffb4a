import { defineConfig } from '@rstest/core'

export default defineConfig({
  testEnvironment: 'node',
  include: ['src/**/*.test.ts', 'identity-dev/**/*.test.ts', 'testing/**/*.test.ts'],
  // One PostgreSQL for the whole run; each file takes a database of its own from it.
  globalSetup: ['testing/database-setup.ts'],
  // Limits that end a test which would wait for ever. They decide nothing on a machine that is merely slow.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000, interval: 20 } },
})
