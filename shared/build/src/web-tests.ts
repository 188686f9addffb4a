import { extname, join } from 'node:path'
import { pluginReact } from '@rsbuild/plugin-react'
import { defineConfig } from '@rstest/core'
import { carryCalls } from './calls.ts'
import { withoutOwnerStacks } from './owner-stacks.ts'

/**
 * One process for many files: starting one and warming up React, MUI and the page in it took a third of the processor time.
 * Each file still gets modules and a page of its own. Past the limit, the next file gets a new process.
 */
export const oneProcess = defineConfig({ isolate: false, pool: { memoryLimit: '1GB' } })

/**
 * The test configuration of every package that runs in the browser: `export { webTests as default } from
 * '@pim/build/web-tests.ts'`.
 */
export const webTests = defineConfig({
  ...oneProcess,
  testEnvironment: 'happy-dom',
  include: ['src/**/*.test.{ts,tsx}'],
  // Only run by `npm test -- all`.
  exclude: process.env.PIM_TEST_BUDGET === 'all' ? [] : ['**/*.whole.test.{ts,tsx}'],
  plugins: [pluginReact(), carryCalls(), withoutOwnerStacks()],
  setupFiles: [join(import.meta.dirname, `test-page${extname(import.meta.filename)}`)],
  // Ends a test that would wait for ever; a machine that is slow or busy is no fault of what is tested.
  testTimeout: 60_000,
})
