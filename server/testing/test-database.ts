import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Connection, type DatabaseAddress, outsideDatabase } from '../src/platform/database/addresses.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { sessionSettings } from '../src/platform/database/pool.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { clusterWorkers } from './citus.ts'
import { addTenant } from './tenants.ts'

/** The PostgreSQL of a test run: `database-setup.ts` starts it, and the workers read this from the environment. */
export interface TestPostgres {
  readonly address: DatabaseAddress
  readonly superuser: Connection
  readonly template: string
  /** The folder belongs to the run, which removes it at its end. */
  readonly folder: string
  /** The workers of a Citus cluster, whose coordinator the others are. */
  readonly workers: readonly Connection[]
}
export const testPostgresVariable = 'PIM_TEST_DATABASE_SERVER'

export interface TestTenant {
  readonly tenantId: string
  readonly externalId: string
  readonly variationId: string
}

export interface TestDatabase {
  readonly database: Database
  readonly address: DatabaseAddress
  /** Bypasses all policies; for inspecting and preparing rows, never for what is tested. */
  readonly superuser: Connection
  /** An empty tenant with one default variation, `en-US`. */
  createTenant(externalId?: string): Promise<TestTenant>
  /** Runs a statement as superuser and returns its rows. */
  look<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** Another pool of connections to the same database, as another server has. */
  open(options?: Partial<DatabaseOptions>): Database
  close(): Promise<void>
}

/**
 * A database for one test file, with all tables and no rows. Call it in `beforeAll` (or at the top of the file) and its
 * `close` in `afterAll`.
 */
export async function testDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const server = serverOfThisRun()
  const name = `${prefixOf(server)}${newId().replaceAll('-', '')}`
  const owner = server.address.owner.user
  await askAll(
    server,
    `create database ${name}${owner ? ` owner ${owner}` : ''} template ${server.template} strategy file_copy`,
  )
  const address = addressIn(server.address, name)
  const opened: Database[] = []
  const open = (more: Partial<DatabaseOptions> = {}): Database => {
    const database = openDatabase({
      address,
      ...(server.workers.length > 0 && patient),
      ...options,
      ...more,
    })
    opened.push(database)
    return database
  }
  const database = open({ ...patient, ...options })
  return {
    database,
    address,
    superuser: inDatabase(server.superuser, name),
    open,
    look: (statement) => ask(inDatabase(server.superuser, name), statement),
    createTenant: (externalId) => createTenant(database, externalId),
    async close() {
      await Promise.all(opened.map((each) => each.close()))
      await askAll(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A busy machine takes long for a new connection; in a cluster, its first statement opens one to a worker as well. */
const patient = { acquireMs: 10_000 }

let count = 0

async function createTenant(database: Database, externalId = `tenant-${process.pid}-${++count}`): Promise<TestTenant> {
  const { tenantId, variations } = await addTenant(database, {
    externalId,
    taxonomyEnabled: true,
    deliveryTargets: ['web'],
    languages: [['en-US', null]],
  })
  return { tenantId, externalId, variationId: variations['en-US'] ?? '' }
}

/** Begins the names of the run's databases. */
const prefixOf = ({ template }: TestPostgres): string => `pim_test_${template.slice(-12)}_`

/** A folder that is removed after the run, if nobody does it before. */
export const folderForTests = (): Promise<string> => mkdtemp(join(serverOfThisRun().folder, 'pim-test-'))

function serverOfThisRun(): TestPostgres {
  const text = process.env[testPostgresVariable]
  if (!text)
    throw new Error('No database for tests: run them with the server’s rstest.config.ts, whose set-up starts it.')
  return JSON.parse(text)
}

/**
 * Starts the PostgreSQL of the run in a folder, or uses that of DATABASE_URL, and creates a migrated template database.
 */
export async function startTestPostgres(folder: string): Promise<{ server: TestPostgres; stop(): Promise<void> }> {
  const outside = process.env.DATABASE_URL
  const embedded = outside ? undefined : await startEmbeddedDatabase({ dataFolder: folder, settings: fastAndUnsafe })
  const own = outside ? ownLogins(outside) : loginsOf(embedded)
  const owner = own.address.owner.user
  const template = `pim_template_${newId().replaceAll('-', '')}`
  const server: TestPostgres = { ...own, template, folder, workers: workersOfThisRun() }
  await askAll(server, `create database ${template}${owner ? ` owner ${owner}` : ''}`)
  if (server.workers.length > 0) await joinCluster(server)
  await migrate(addressIn(own.address, template))
  if (server.workers.length > 0) await closeToAll(server)
  return {
    server,
    async stop() {
      // Those of the servers that the files of a process share are there until now.
      const left = `select datname from pg_database where datname like '${prefixOf(server)}%' or datname = '${template}'`
      for (const { datname } of await ask<{ datname: string }>(server.superuser, left))
        await askAll(server, `drop database if exists ${datname} with (force)`)
      await embedded?.stop()
    },
  }
}

const workersOfThisRun = (): Connection[] => clusterWorkers().map((url) => ownLogins(url).superuser)

/** On the database's one server, or on all servers of a cluster. */
async function askAll(
  { superuser, workers }: Pick<TestPostgres, 'superuser' | 'workers'>,
  text: string,
): Promise<void> {
  await Promise.all([superuser, ...workers].map((each) => ask(each, text)))
}

async function joinCluster({ superuser, workers, template }: TestPostgres): Promise<void> {
  const servers = [superuser, ...workers].map((each) => inDatabase(each, template))
  for (const each of servers) await ask(each, 'create extension citus')
  const [coordinator = superuser] = servers
  await ask(coordinator, `select citus_set_coordinator_host('${superuser.host}', ${superuser.port})`)
  for (const { host, port } of workers) await ask(coordinator, `select citus_add_node('${host}', ${port})`)
}

/** So that it can be copied: Citus keeps a process of its own connected to each database that was in use. */
async function closeToAll(server: TestPostgres): Promise<void> {
  const { template } = server
  await askAll(server, `alter database ${template} allow_connections false`)
  await askAll(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
}

/** Test data need not survive a crash. Tests of durability start their own PostgreSQL. */
const fastAndUnsafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
}

type Logins = Pick<TestPostgres, 'address' | 'superuser'>

function loginsOf(embedded: EmbeddedDatabase | undefined): Logins {
  if (!embedded) throw new Error('there is no embedded database')
  return { address: embedded.address, superuser: embedded.superuser }
}

function ownLogins(url: string): Logins {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  return { address: outsideDatabase(url), superuser: { host, port, user, password, database } }
}

/** The same logins into another database of the server. */
export const addressIn = ({ owner, app, platform }: DatabaseAddress, name: string): DatabaseAddress => ({
  owner: inDatabase(owner, name),
  app: inDatabase(app, name),
  platform: inDatabase(platform, name),
})

function inDatabase(connection: Connection, name: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { ...connection, connectionString: url.href }
}

async function ask<Row extends pg.QueryResultRow>(connection: Connection, statement: string): Promise<Row[]> {
  const client = new pg.Client(sessionSettings(connection))
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
