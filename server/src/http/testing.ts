import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { type TestDatabase, testDatabase } from '../platform/database/testing.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLogger } from '../platform/logging/index.ts'
import { createMetrics } from '../platform/metrics/index.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { sectionsIn } from '../platform/sections/index.ts'
import { createCalls, type TestCalls } from './testing/caller.ts'
import { createTestIdentity, type TestIdentity } from './testing/test-identity.ts'

export { type Answered, type Caller, personWith, type TestCalls } from './testing/caller.ts'
export { createTestIdentity, type TestIdentity, type TestPerson } from './testing/test-identity.ts'

export interface TestTenant {
  readonly tenantId: string
  readonly externalId: string
  /** By language tag. */
  readonly variations: Readonly<Record<string, string>>
}

/** The whole server in this process, over a real database, called with really signed tokens. Every answer is checked. */
export interface TestServer extends TestCalls {
  readonly app: App
  readonly dependencies: Dependencies
  readonly database: Database
  /** The same rows past every policy, for looking at what is really there. */
  readonly rows: TestDatabase
  readonly identity: TestIdentity
  /** Taxonomy on; en-US (default), sv-SE and de-DE fall back to it, de-AT to de-DE. Calls go here unless told otherwise. */
  readonly acme: TestTenant
  /** Taxonomy off; en-US (default) and nb-NO. */
  readonly nordic: TestTenant
  close(): Promise<void>
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

export async function startTestServer(variables: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pim-test-'))
  const rows = await testDatabase()
  const { database } = rows
  const identity = await createTestIdentity()
  const log = createLogger({ level: 'error', format: 'json' })
  const notifications = await openNotifications({ connection: rows.address.platform })
  const jobs = createJobs({ database, notifications, log, pollMs: 100 })
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const dependencies: Dependencies = {
    config: readConfig({ PIM_DATA_DIR: dataFolder, PIM_LOG_LEVEL: 'error', PIM_RATE_LIMIT: '0', ...variables }),
    log,
    metrics: createMetrics(),
    database,
    notifications,
    jobs,
    identity: identity.service,
    objects: openObjectStore(join(dataFolder, 'objects')),
    temporaryFolder: dataFolder,
    root,
    sections: sectionsIn({ root }),
  }
  const tenants = {
    acme: await openTenant(database, 'acme', true),
    nordic: await openTenant(database, 'nordic', false),
  }
  const app = buildApp(dependencies, { readiness: { missing: async () => [] }, validateResponses: true })
  await app.server.ready()
  jobs.start()
  return {
    ...createCalls(app.server, identity),
    ...tenants,
    app,
    dependencies,
    database,
    rows,
    identity,
    async close() {
      await app.close()
      await jobs.close()
      await notifications.close()
      await rows.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function openTenant(database: Database, externalId: 'acme' | 'nordic', taxonomy: boolean): Promise<TestTenant> {
  const tenantId = newId()
  const variations: Record<string, string> = {}
  await database.asSystem((trx) =>
    trx
      .insertInto('tenant')
      .values({
        tenant_id: tenantId,
        external_id: externalId,
        friendly_name: externalId,
        feature_toggles: { taxonomyEnabled: taxonomy },
        remotes: {},
        delivery_targets: ['web', 'print'],
      })
      .execute(),
  )
  await database.inTenant(tenantId, async (trx) => {
    for (const [position, [languageCode, fallback]] of languages[externalId].entries()) {
      const variationId = newId()
      variations[languageCode] = variationId
      await trx
        .insertInto('variation')
        .values({
          tenant_id: tenantId,
          variation_id: variationId,
          language_code: languageCode,
          market_code: null,
          friendly_name: languageCode,
          fallback_variation_id: fallback === null ? null : (variations[fallback] ?? null),
          is_default: fallback === null,
          position,
        })
        .execute()
    }
  })
  return { tenantId, externalId, variations }
}
