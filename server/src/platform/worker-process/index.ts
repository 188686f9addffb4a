export type { CauseOfEnd } from './limited-process.ts'
export { TaskRefused, WorkerEnded } from './messages.ts'
export { type WorkerPlace, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'
