import { webTests } from '@pim/build/web-tests.ts'
import { defineConfig } from '@rstest/core'

/** The model half is tested where the server runs it, without a browser. Editors get time: a busy machine is no fault of theirs. */
export default defineConfig({
  projects: [
    { name: 'field-types', include: ['src/**/*.test.ts'] },
    { ...webTests, name: 'field-types in the browser', include: ['src/**/*.test.tsx'], testTimeout: 30_000 },
  ],
})
