import { pluginReact } from '@rsbuild/plugin-react'
import { defineConfig } from '@rstest/core'
import { carryCalls } from './calls.ts'

/**
 * The test configuration of every package that runs in the browser: `export { webTests as default } from
 * '@pim/build/web-tests.ts'`.
 */
export const webTests = defineConfig({
  testEnvironment: 'happy-dom',
  include: ['src/**/*.test.{ts,tsx}'],
  plugins: [pluginReact(), carryCalls()],
  // Ends a test that would wait for ever; a machine that is slow or busy is no fault of what is tested.
  testTimeout: 60_000,
})
