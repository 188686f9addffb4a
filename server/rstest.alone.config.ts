import { defineConfig } from '@rstest/core'
import { alone } from './rstest.config.ts'

/** The test that measures CPU time: it runs in a process of its own, and needs no database. */
export default defineConfig({ testEnvironment: 'node', include: [alone], testTimeout: 30_000 })
