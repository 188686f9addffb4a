import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface StoredFiles {
  readonly files: number
  readonly bytes: number
}

/** Of stored files alone, without uploads that have begun. */
export async function storageUse(
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly files: number; readonly storageBytes: number }> {
  const row = await trx
    .selectFrom('stored_files')
    .select(['file_count as files', 'byte_size as storageBytes'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row ?? { files: 0, storageBytes: 0 }
}

/**
 * Locks the counts of the tenant's files and answers them together with the room of uploads that have begun. The lock is the
 * row's, which is made where it is not there yet.
 */
export async function lockStoredFiles(trx: Transaction, tenantId: string): Promise<StoredFiles> {
  // Two statements, because one that waits for the lock would count with a snapshot from before the wait.
  const locked = addStoredFiles(trx, tenantId, { files: 0, bytes: 0 })
  const counted = sql<StoredFiles>`
    select file_count + (select count(*)::integer from upload_reservation r where r.tenant_id = ${tenantId} and r.expires_at > now()) as files,
      byte_size + (select coalesce(sum(r.byte_size), 0)::bigint from upload_reservation r where r.tenant_id = ${tenantId} and r.expires_at > now()) as bytes
    from stored_files s where s.tenant_id = ${tenantId}`.execute(trx)
  const [{ rows }] = await Promise.all([counted, locked])
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Adds to the counts, or takes away with negative numbers; and locks them until the transaction ends. */
export async function addStoredFiles(trx: Transaction, tenantId: string, { files, bytes }: StoredFiles): Promise<void> {
  await sql`
    insert into stored_files as s (tenant_id, file_count, byte_size) values (${tenantId}, greatest(0, ${files}::integer), greatest(0, ${bytes}::bigint))
    on conflict (tenant_id) do update
    set file_count = greatest(0, s.file_count + ${files}::integer), byte_size = greatest(0, s.byte_size + ${bytes}::bigint)`.execute(
    trx,
  )
}

export async function insertReservation(
  trx: Transaction,
  tenantId: string,
  {
    reservationId,
    bytes,
    seconds,
  }: { readonly reservationId: string; readonly bytes: number; readonly seconds: number },
): Promise<void> {
  await sql`
    with expired as (delete from upload_reservation where tenant_id = ${tenantId} and expires_at <= now())
    insert into upload_reservation (tenant_id, reservation_id, byte_size, expires_at)
    values (${tenantId}, ${reservationId}, ${bytes}, now() + make_interval(secs => ${seconds}))`.execute(trx)
}

export async function deleteReservation(trx: Transaction, tenantId: string, reservationId: string): Promise<void> {
  await trx
    .deleteFrom('upload_reservation')
    .where('tenant_id', '=', tenantId)
    .where('reservation_id', '=', reservationId)
    .execute()
}
