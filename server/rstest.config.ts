import { defineConfig } from '@rstest/core'

export default defineConfig({
  testEnvironment: 'node',
  include: ['src/**/*.test.ts', 'identity-dev/**/*.test.ts', 'testing/**/*.test.ts'],
  // One PostgreSQL for the whole run; each file takes a database of its own from it.
  globalSetup: ['testing/database-setup.ts'],
  testTimeout: 15_000,
  hookTimeout: 30_000,
})
