import { defineConfig } from '@rstest/core'

export default defineConfig({
  include: ['src/**/*.test.ts'],
  testEnvironment: 'node',
  testTimeout: 20_000,
})
