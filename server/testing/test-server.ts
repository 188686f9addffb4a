import type { Logger } from 'pino'
import { tenantChanged } from '../src/modules/tenants/directory.ts'
import { DatabaseUnavailable } from '../src/platform/database/database-errors.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Outside } from '../src/platform/fetching/index.ts'
import { keptLog } from './kept-log.ts'
import { addTenant, type TenantPlan } from './tenants.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { createTestIdentity, type TestIdentity } from './test-identity.ts'
import { type NodeOptions, openNode, type TestNode } from './test-node.ts'

export { type Caller, type CallResult, personWith, type TestCalls } from './caller.ts'
export { createTestIdentity, type TestIdentity, type TestPerson } from './test-identity.ts'
export type { TestNode } from './test-node.ts'

export interface TestTenant {
  readonly tenantId: string
  readonly externalId: string
  /** By language tag. */
  readonly variations: Readonly<Record<string, string>>
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

/**
 * The server that the files of this process share, which run one after another. Each has tenants of its own in it: those of the file
 * before have lost their names and are paused. Closing it closes nothing, as the process ends with its last file.
 */
export async function startTestServer(): Promise<TestServer> {
  shared ??= openServer({})
  const server = await shared
  await setAside(server)
  return server.withTenants(async () => {})
}

let shared: Promise<OpenServer> | undefined

export interface OwnServerOptions {
  readonly variables?: Readonly<Record<string, string>>
  readonly log?: Logger
  readonly outside?: Partial<Outside>
  readonly builds?: NodeOptions['builds']
  /** False: as beside an external provider, which keeps its people itself. */
  readonly keepsPeople?: boolean
}

/**
 * A server with a database of its own: for a test of other settings, of faults, or of what is one for all tenants. Its
 * caller says which.
 */
export async function startOwnServer(options: OwnServerOptions = {}): Promise<TestServer> {
  const server = await openServer(options)
  return server.withTenants(server.close)
}

interface OpenServer {
  readonly node: TestNode
  readonly rows: TestDatabase
  withTenants(close: () => Promise<void>): Promise<TestServer>
  close(): Promise<void>
}

async function openServer({
  variables,
  log = keptLog(),
  outside,
  builds,
  keepsPeople = true,
}: OwnServerOptions): Promise<OpenServer> {
  const rows = await testDatabase()
  const identity = await createTestIdentity(keepsPeople ? rows.database : undefined)
  const open = (
    { address = rows.address, variables: more, ...options }: NodeOptions = {},
    database = rows.open({ address }),
  ) => openNode({ outside, builds, log, ...options, address, database, identity, variables: { ...variables, ...more } })
  const node = await open({}, rows.database)
  return {
    node,
    rows,
    async withTenants(close) {
      identity.onLookUp(async () => {})
      const others: TestNode[] = []
      return {
        acme: await addTenant(rows.database, tenantPlan('acme', true)),
        nordic: await addTenant(rows.database, tenantPlan('nordic', false)),
        ...node,
        rows,
        identity,
        async anotherNode(options) {
          const other = await open(options)
          others.push(other)
          await untilConnected(other)
          return other
        },
        async close() {
          for (const each of others) await each.close()
          await close()
        },
      }
    },
    async close() {
      await node.close()
      await rows.close()
    },
  }
}

/** A first connection may take longer to open than a call waits: who calls then is told to repeat, which no test is about. */
async function untilConnected({ database }: TestNode): Promise<void> {
  for (;;) {
    try {
      return await database.inTenantReadOnly(newId(), async () => {})
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }
}

/** Nothing goes on in a tenant that is paused, and its name is free for the next file. */
async function setAside({ rows, node: { database, dependencies } }: OpenServer): Promise<void> {
  const protectedTables = await rows.look(`select from pg_class where relrowsecurity limit 1`)
  if (protectedTables.length === 0)
    throw new Error('A file before has taken row-level security out of the shared database.')
  const tenants = await rows.look<{ tenant_id: string }>(
    `update tenant set external_id = tenant_id::text, paused_at = now() where external_id <> tenant_id::text returning tenant_id`,
  )
  await database.asSystem(async (system) => {
    for (const { tenant_id: tenantId } of tenants)
      await dependencies.notifications.send(system, tenantChanged, { tenantId })
  })
}

const tenantPlan = (externalId: 'acme' | 'nordic', taxonomyEnabled: boolean): TenantPlan => ({
  externalId,
  taxonomyEnabled,
  deliveryTargets: ['web', 'print'],
  languages: languages[externalId],
})
