/// <reference path="./pg-copy-streams.d.ts" />
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appRole, type Connection, platformRole } from '../database/addresses.ts'
import { sessionSettings } from '../database/pool.ts'
import { type Transaction, TransactionConnection, transactionOn } from '../database/transaction.ts'
import { BackupRefused } from './backup-format.ts'
import { copyForm, findTables, readSequences, refuseCluster, type Sequence, type StoredTable } from './stored-tables.ts'

/** One state of all rows, while others write on. */
export interface RowSnapshot {
  readonly madeAt: string
  readonly postgres: string
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  readonly tables: readonly StoredTable[]
  rowsOf(table: StoredTable): AsyncGenerator<Buffer>
  /** Runs a query of a module for one tenant after the other. */
  forEachTenant<T>(read: (trx: Transaction, tenantId: string) => AsyncIterable<T>): AsyncGenerator<T>
  /** Runs a query of a module for what belongs to no tenant. */
  forPlatform<T>(read: (system: Transaction) => AsyncIterable<T>): AsyncGenerator<T>
  sequences(): Promise<Sequence[]>
}

/** The ids of all tenants; the platform does not know their table. */
export type TenantsIn = (system: Transaction) => Promise<readonly string[]>

/**
 * Reads from one transaction of isolation level repeatable read. It reads as the roles that the server itself uses, tenant
 * by tenant, because the owner of the tables is subject to their policies, too, and would see no rows.
 */
export async function withRowSnapshot<T>(
  owner: Connection,
  tenantsIn: TenantsIn,
  work: (snapshot: RowSnapshot) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ ...sessionSettings(owner), max: 1 })
  pool.on('error', () => {})
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    await refuseCluster(client)
    const names = (await findTables(client)).map(({ name }) => name)
    if (names.length === 0)
      throw new BackupRefused('There is nothing to back up: no server has used this database yet.')
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query(copyForm)
    // Before the first query, which takes the snapshot: until the end no migration changes the tables.
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const result = await work(await snapshotOf(client, tenantsIn))
    await client.query('commit')
    return result
  } finally {
    // Closed, not returned: the transaction of a backup that failed ends with it.
    client.release(true)
    await pool.end()
  }
}

async function snapshotOf(client: pg.PoolClient, tenantsIn: TenantsIn): Promise<RowSnapshot> {
  const tables = await findTables(client)
  const { rows: facts } = await client.query<{ madeAt: string; postgres: string }>(
    `select now() as "madeAt", current_setting('server_version') as postgres`,
  )
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  await client.query(`set local role ${platformRole}`)
  const trx = transactionOn(new TransactionConnection(client))
  const tenantIds = await tenantsIn(trx)
  const [known = { madeAt: '', postgres: '' }] = facts

  const asTenant = async (tenantId: string) => {
    await client.query(`set local role ${appRole}; set local app.tenant_id = '${tenantId}'`)
  }
  const asPlatform = async () => {
    await client.query(`set local role ${platformRole}; set local app.tenant_id = ''`)
  }
  return {
    ...known,
    migrations,
    tables,
    async *rowsOf({ name, columns, reader }) {
      const columnList = columns.join(', ')
      if (reader === 'platform') {
        await asPlatform()
        yield* client.query(copyTo(`copy (select ${columnList} from ${name}) to stdout`))
        return
      }
      for (const tenantId of tenantIds) {
        await asTenant(tenantId)
        yield* client.query(
          copyTo(`copy (select ${columnList} from ${name} where tenant_id = '${tenantId}') to stdout`),
        )
      }
    },
    async *forEachTenant(read) {
      for (const tenantId of tenantIds) {
        await asTenant(tenantId)
        yield* read(trx, tenantId)
      }
    },
    async *forPlatform(read) {
      await asPlatform()
      yield* read(trx)
    },
    async sequences() {
      await client.query('reset role')
      return await readSequences(client)
    },
  }
}
