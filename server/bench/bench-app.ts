import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { readDocuments } from '../src/modules/content/index.ts'
import { ChangeLog, createTenantModels, followChanges, type TenantModels } from '../src/modules/delivery/index.ts'
import { openReaderFolder, Reader } from '../src/modules/reader/index.ts'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { openNotifications } from '../src/platform/database/notifications.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createLogger } from '../src/platform/logging/index.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'
import { openObjectStore } from '../src/platform/object-storage/index.ts'
import { createReleaseStore, createReleases } from '../src/platform/releases/index.ts'
import { sectionsIn } from '../src/platform/sections/index.ts'
import { createCalls, type TestCalls } from '../testing/caller.ts'
import { createTestIdentity, type TestIdentity } from '../testing/test-identity.ts'

export interface BenchApp extends TestCalls {
  readonly app: App
  readonly database: Database
  readonly reader: Reader
  readonly models: TenantModels
  readonly tokenFor: TestIdentity['tokenFor']
  readonly objectFolder: string
  /** Where the files of lists are. */
  readonly listFolder: string
  /** Only the measurements that wait for jobs have them run. */
  startJobs(): void
  close(): Promise<void>
}

export interface BenchFolders {
  /** Folder of objects; the second of two servers is given that of the first. */
  readonly objects?: string
  /** A data folder whose files of lists are there already, as those of a large tenant take minutes; left out: they are made anew. */
  readonly lists?: string
}

/** Builds the server for the bench, over an existing database and without rate limits. */
export async function openBenchApp(address: DatabaseAddress, folders: BenchFolders = {}): Promise<BenchApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pim-bench-'))
  const objectFolder = folders.objects ?? join(dataFolder, 'objects')
  const database = openDatabase({ address })
  const identity = await createTestIdentity()
  const log = createLogger({ level: 'error', format: 'json' })
  const notifications = await openNotifications({ connection: address.platform, database })
  const readerFolder = await openReaderFolder(folders.lists ?? dataFolder)
  const reader = new Reader({ folder: readerFolder.path, database, notifications, documents: readDocuments, log })
  const jobs = createJobs({ database, notifications, log })
  const changes = new ChangeLog()
  const unfollow = followChanges(changes, notifications)
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const app = buildApp(
    {
      config: readConfig({ PIM_DATA_DIR: dataFolder, PIM_LOG_LEVEL: 'error', PIM_RATE_LIMIT: '0' }),
      log,
      metrics: createMetrics(),
      database,
      notifications,
      reader,
      jobs,
      identity: identity.service,
      objects: openObjectStore(objectFolder),
      temporaryFolder: dataFolder,
      root,
      sections: sectionsIn({ root }),
      releases: createReleases({ database, onFault: (message, err) => log.error({ err }, message) }),
      releaseStore: createReleaseStore(openObjectStore(join(dataFolder, 'releases'))),
    },
    { readiness: { missing: async () => [] } },
  )
  await app.server.ready()
  return {
    ...createCalls(app.server, identity),
    app,
    database,
    reader,
    models: createTenantModels(changes, notifications),
    tokenFor: identity.tokenFor,
    objectFolder,
    listFolder: readerFolder.path,
    startJobs: () => jobs.start(),
    async close() {
      unfollow()
      await app.close()
      await jobs.close()
      await reader.close()
      readerFolder.release()
      await notifications.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
