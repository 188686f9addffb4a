import { defineConfig } from '@rstest/core'
import { alone } from './rstest.config.ts'

/** What needs a process of its own, and no database. */
export default defineConfig({ testEnvironment: 'node', include: [alone], testTimeout: 30_000 })
