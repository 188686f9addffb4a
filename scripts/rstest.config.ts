import { defineConfig } from '@rstest/core'
import { whole } from '../server/rstest.config.ts'
import { isWholeRun } from '../server/testing/budget.ts'

export default defineConfig({
  testEnvironment: 'node',
  include: ['**/*.test.ts'],
  // Those of templates run where they are copied to.
  exclude: [...whole, '**/templates/**'],
  // The loader is tested against the whole server, so it needs the server's PostgreSQL for tests.
  globalSetup: ['../server/testing/database-setup.ts'],
  setupFiles: ['../server/testing/log-of-failed-test.ts'],
  // A test of the whole run builds all apps first, where they are not built yet.
  testTimeout: isWholeRun ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
})
