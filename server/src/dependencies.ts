import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Reader } from './modules/reader/index.ts'
import type { Database } from './platform/database/database.ts'
import type { Notifications } from './platform/database/notifications.ts'
import type { Outside } from './platform/fetching/index.ts'
import type { IdentityService } from './platform/identity/index.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Metrics } from './platform/metrics/index.ts'
import type { ObjectStore } from './platform/object-storage/index.ts'
import type { ReleaseStore, Releases } from './platform/releases/index.ts'
import type { Sections } from './platform/sections/index.ts'

/** The platform's services that modules get; made in `open-product.ts` and in `testing/test-server.ts`. */
export interface Dependencies {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly database: Database
  /** Messages between servers. */
  readonly notifications: Notifications
  /** Answers lists and searches from files. */
  readonly reader: Reader
  /** Background jobs; started after all modules have registered their handlers. */
  readonly jobs: Jobs
  readonly identity: IdentityService
  readonly objects: ObjectStore
  /** Belongs to this process alone, and is removed when it ends. */
  readonly temporaryFolder: string
  /** The root folder of the repository, with the strings and builds of host, sections and shared packages. */
  readonly root: string
  readonly sections: Sections
  /** Which releases of sections there are, and who gets them. */
  readonly releases: Releases
  /** Their files. */
  readonly releaseStore: ReleaseStore
  /** What stands for the internet in tests; left out everywhere else. */
  readonly outside?: Partial<Outside> | undefined
  /** The clock that the age of known tenants and API keys is measured by; `Date.now` when left out. */
  readonly now?: (() => number) | undefined
}
