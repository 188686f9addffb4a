import { webTests } from '@pim/build/web-tests.ts'
import { defineConfig } from '@rstest/core'

/** The model half is tested where the server runs it, without a browser. */
export default defineConfig({
  projects: [
    { name: 'field-types', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
    { ...webTests, name: 'field-types in the browser', include: ['src/**/*.test.tsx'] },
  ],
})
