import { webTests } from '@pim/build/web-tests.ts'
import { defineConfig } from '@rstest/core'

/** Tests of the section run in a page, those of its back end in Node. */
export default defineConfig({
  projects: [
    { ...webTests, name: 'section' },
    { name: 'back-end', include: ['back-end/**/*.test.ts'] },
  ],
})
