import { defineConfig } from '@rstest/core'

export default defineConfig({
  testEnvironment: 'node',
  include: ['**/*.test.ts'],
  // The loader is tested against the whole server, so it needs the server's PostgreSQL for tests.
  globalSetup: ['../server/testing/database-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
})
