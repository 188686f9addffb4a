import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
import { createReleases } from '../src/platform/releases/index.ts'
import { sectionsIn } from '../src/platform/sections/index.ts'
import { createCalls, type TestCalls } from './caller.ts'
import { keptLog } from './kept-log.ts'
import { addTenant, type TenantPlan } from './tenants.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { createTestIdentity, type TestIdentity } from './test-identity.ts'

export { type Caller, type CallResult, personWith, type TestCalls } from './caller.ts'
export { createTestIdentity, type TestIdentity, type TestPerson } from './test-identity.ts'

export interface TestTenant {
  readonly tenantId: string
  readonly externalId: string
  /** By language tag. */
  readonly variations: Readonly<Record<string, string>>
}

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
  /** What stands for the internet. */
  readonly outside?: Partial<Outside> | undefined
  /** False for what measures a call, as checking its response takes as long as making it. True if left out. */
  readonly validateResponses?: boolean
  /** See `NotificationsOptions`. */
  readonly currentMs?: number
}

/**
 * The whole server in this process, with a real database and signed tokens. Every response is checked against its
 * schema.
 */
export interface TestServer extends TestNode {
  /** Closed together with this one. */
  anotherNode(options?: NodeOptions): Promise<TestNode>
  /** The database as superuser, for inspecting rows. */
  readonly rows: TestDatabase
  readonly identity: TestIdentity
  /** Taxonomy on; en-US (default), sv-SE and de-DE fall back to it, de-AT to de-DE. The default tenant of calls. */
  readonly acme: TestTenant
  /** Taxonomy off; en-US (default) and nb-NO. */
  readonly nordic: TestTenant
}

const languages = {
  acme: [
    ['en-US', null],
    ['sv-SE', 'en-US'],
    ['de-DE', 'en-US'],
    ['de-AT', 'de-DE'],
  ],
  nordic: [
    ['en-US', null],
    ['nb-NO', 'en-US'],
  ],
} as const

export async function startTestServer(
  variables: Readonly<Record<string, string>> = {},
  log: Logger = keptLog(),
  outside?: Partial<Outside>,
  /** False: as beside an external provider, which keeps its people itself. */
  keepsPeople = true,
): Promise<TestServer> {
  const rows = await testDatabase()
  const identity = await createTestIdentity(keepsPeople ? rows.database : undefined)
  const tenants = {
    acme: await addTenant(rows.database, tenantPlan('acme', true)),
    nordic: await addTenant(rows.database, tenantPlan('nordic', false)),
  }
  const node = await openNode({ address: rows.address, database: rows.database, identity, variables, log, outside })
  const others: TestNode[] = []
  return {
    ...tenants,
    ...node,
    rows,
    identity,
    async anotherNode({
      address = rows.address,
      now,
      objects,
      variables: more,
      validateResponses,
      currentMs,
    }: NodeOptions = {}) {
      const database = rows.open({ address })
      const other = await openNode({
        outside,
        address,
        database,
        identity,
        now,
        objects,
        variables: { ...variables, ...more },
        log,
        validateResponses,
        currentMs,
      })
      others.push(other)
      return other
    },
    async close() {
      for (const each of [...others, node]) await each.close()
      await rows.close()
    },
  }
}

/** All of the server in one process, over a database that may serve others like it. */
async function openNode({
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
}): Promise<TestNode> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pim-test-'))
  const notifications = await openNotifications({
    connection: address.platform,
    database,
    // However busy the machine is, what is kept is served as long as the connection is there.
    currentMs,
  })
  const jobs = createJobs({ database, notifications, log, pollMs: 100 })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const releases = createReleases({ database, now, onFault: (message, err) => log.error({ err }, message) })
  const dependencies: Dependencies = {
    config: readConfig({ PIM_DATA_DIR: dataFolder, PIM_LOG_LEVEL: 'error', PIM_RATE_LIMIT: '0', ...variables }),
    log,
    metrics: createMetrics(),
    database,
    notifications,
    jobs,
    identity: identity.service,
    objects: openObjectStore(objects ?? join(dataFolder, 'objects')),
    temporaryFolder: dataFolder,
    root,
    sections: sectionsIn({ root, releases }),
    releases,
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
      await notifications.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const tenantPlan = (externalId: 'acme' | 'nordic', taxonomyEnabled: boolean): TenantPlan => ({
  externalId,
  taxonomyEnabled,
  deliveryTargets: ['web', 'print'],
  languages: languages[externalId],
})
