import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './platform/database/database.ts'
import type { Metrics } from './platform/metrics/index.ts'

/** What the platform gives every module; `main.ts` and the test kit each make one. */
export interface Dependencies {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly database: Database
}
