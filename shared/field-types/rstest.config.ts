import { oneProcess, webTests } from '@pim/build/web-tests.ts'
import { defineConfig } from '@rstest/core'

/** The whole run has one kind of process, so a project names none. */
const { isolate: _, pool: __, ...inBrowser } = webTests

/** The model half is tested where the server runs it, without a browser. */
export default defineConfig({
  ...oneProcess,
  projects: [
    { name: 'field-types', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
    { ...inBrowser, name: 'field-types in the browser', include: ['src/**/*.test.tsx'] },
  ],
})
