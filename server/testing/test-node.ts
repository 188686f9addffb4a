import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Dependencies } from '../src/dependencies.ts'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openNotifications } from '../src/platform/database/notifications.ts'
import type { Outside } from '../src/platform/fetching/index.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'
import { openObjectStore } from '../src/platform/object-storage/index.ts'
import { createReleaseStore, createReleases } from '../src/platform/releases/index.ts'
import { sectionsIn } from '../src/platform/sections/index.ts'
import { createCalls, type TestCalls } from './caller.ts'
import { folderForTests } from './test-database.ts'
import type { TestIdentity } from './test-identity.ts'
import { openTestReader } from './test-reader.ts'

/** One of several servers over the same database. */
export interface TestNode extends TestCalls {
  readonly app: App
  readonly dependencies: Dependencies
  readonly database: Database
  close(): Promise<void>
}

export interface NodeOptions {
  /** Another way to the same database. */
  readonly address?: DatabaseAddress
  readonly now?: () => number
  /** The folder of the files; left out: one of its own. */
  readonly objects?: string
  readonly variables?: Readonly<Record<string, string>>
  /** The stand-in for the internet. */
  readonly outside?: Partial<Outside> | undefined
  /** False for what measures a call, as checking its response takes as long as making it. True if left out. */
  readonly validateResponses?: boolean
  /** See `NotificationsOptions`. */
  readonly currentMs?: number
  /** The folder with the builds of sections; left out: the repository, which may have none. */
  readonly builds?: string | undefined
  /** The folder of the files of lists; left out: one of its own. */
  readonly lists?: string | undefined
}

/** All of the server in one process, over a database that may serve others like it. */
export async function openNode({
  address,
  database,
  identity,
  now,
  objects,
  variables,
  outside,
  log,
  validateResponses = true,
  currentMs = 600_000,
  builds,
  lists,
}: {
  readonly address: DatabaseAddress
  readonly database: Database
  readonly identity: TestIdentity
  readonly now?: (() => number) | undefined
  readonly objects?: string | undefined
  readonly variables: Readonly<Record<string, string>>
  readonly outside?: Partial<Outside> | undefined
  readonly log: Logger
  readonly validateResponses?: boolean | undefined
  readonly currentMs?: number | undefined
  readonly builds?: string | undefined
  readonly lists?: string | undefined
}): Promise<TestNode> {
  const dataFolder = await folderForTests()
  const notifications = await openNotifications({
    connection: address.platform,
    database,
    // However busy the machine is, what is kept is served as long as the connection is there.
    currentMs,
  })
  const jobs = createJobs({ database, notifications, log, pollMs: 100 })
  const reader = await openTestReader(database, { notifications, log, ...(lists !== undefined && { folder: lists }) })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const releases = createReleases({ database, now, onFault: (message, err) => log.error({ err }, message) })
  const dependencies: Dependencies = {
    config: readConfig({ PIM_DATA_DIR: dataFolder, PIM_LOG_LEVEL: 'error', PIM_RATE_LIMIT: '0', ...variables }),
    log,
    metrics: createMetrics(),
    database,
    notifications,
    reader,
    jobs,
    identity: identity.service,
    objects: openObjectStore(objects ?? join(dataFolder, 'objects')),
    temporaryFolder: dataFolder,
    root,
    sections: sectionsIn({ root: builds ?? root, releases }),
    releases,
    releaseStore: createReleaseStore(openObjectStore(join(dataFolder, 'releases'))),
    now,
    outside,
  }
  const app = buildApp(dependencies, {
    readiness: { missing: async () => ((await database.isReady()) ? [] : ['database']) },
    validateResponses,
  })
  await app.server.ready()
  jobs.start()
  return {
    ...createCalls(app.server, identity),
    app,
    dependencies,
    database,
    async close() {
      await app.close()
      await jobs.close()
      await reader.close()
      await notifications.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
