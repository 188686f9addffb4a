import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './platform/database/database.ts'
import type { Notifications } from './platform/database/notifications.ts'
import type { IdentityService } from './platform/identity/index.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Metrics } from './platform/metrics/index.ts'
import type { ObjectStore } from './platform/object-storage/index.ts'
import type { Sections } from './platform/sections/index.ts'

/** What the platform gives every module; `main.ts` and the test kit each make one. */
export interface Dependencies {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly database: Database
  /** Word from node to node. */
  readonly notifications: Notifications
  /** Work in the background; it starts when every module has said what it does. */
  readonly jobs: Jobs
  readonly identity: IdentityService
  readonly objects: ObjectStore
  /** A folder of this process alone, gone with it. */
  readonly temporaryFolder: string
  /** The folder that holds the host, the sections and the shared packages: strings and builds are found there. */
  readonly root: string
  readonly sections: Sections
  /** The clock that the age of known tenants and API keys is measured by; `Date.now` when left out. */
  readonly now?: (() => number) | undefined
}
