import { defineConfig } from '@rstest/core'

export default defineConfig({
  testEnvironment: 'node',
  include: ['src/**/*.test.ts'],
  // One PostgreSQL for the whole run; each file takes a database of its own from it.
  globalSetup: ['src/platform/database/testing-setup.ts'],
  testTimeout: 15_000,
  hookTimeout: 30_000,
})
