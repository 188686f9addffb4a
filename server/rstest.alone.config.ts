import { defineConfig } from '@rstest/core'
import usual, { alone } from './rstest.config.ts'

/** The tests that measure CPU time, each in a process of its own. */
export default defineConfig({ ...usual, include: alone, exclude: [], isolate: true, setupFiles: [] })
