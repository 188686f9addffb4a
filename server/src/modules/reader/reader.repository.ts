import { sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'

/** Names the database, and whether it was taken back to an earlier time: a file that was made from another one is of no use. */
export async function findDatabaseName(trx: Transaction): Promise<string> {
  const [row] = await prepared(
    trx,
    'name-of-database',
    sql<{ name: string }>`
      select concat_ws(' ', (select system_identifier from pg_control_system()),
        (select timeline_id from pg_control_checkpoint()),
        (select oid from pg_database where datname = current_database())) as name`,
  )
  return row?.name ?? ''
}
