import { defineConfig } from '@rstest/core'

export default defineConfig({
  projects: [
    { name: 'field-types', include: ['src/**/*.test.ts'] },
    { name: 'field-types in the browser', include: ['src/**/*.test.tsx'], testEnvironment: 'happy-dom' },
  ],
})
