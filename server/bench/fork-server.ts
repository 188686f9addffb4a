import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { heapGrowth, heapLimit, mallocSettings } from '../src/heap-limit.ts'

/** Starts a file of the bench with the memory that a server of the product has. */
export const forkServer = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: [...process.execArgv, ...heapLimit, ...heapGrowth],
    env: { ...mallocSettings, ...process.env },
  })
