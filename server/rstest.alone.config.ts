import { defineConfig } from '@rstest/core'
import usual, { alone, whole } from './rstest.config.ts'

/** The tests that measure CPU time, each in a process of its own. */
export default defineConfig({
  ...usual,
  include: alone,
  exclude: whole,
  isolate: true,
  setupFiles: ['testing/random.ts', 'testing/log-of-failed-test.ts'],
})
