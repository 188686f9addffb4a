import fc from 'fast-check'
import { isWholeRun } from './budget.ts'

// A new one in each process, which a test that fails tells. A run with PIM_TEST_SEED takes the same way again.
process.env.PIM_TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
export const seed = Number(process.env.PIM_TEST_SEED)
fc.configureGlobal({ seed })

/** How often a test does something random. */
export const rounds = (usual: number): number => (isWholeRun ? 10 * usual : usual)
