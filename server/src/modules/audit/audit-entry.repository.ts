import type { AuditEntry } from '@pim/contract/audit/schemas.ts'
import { sql } from 'kysely'
import { type Transaction, written } from '../../platform/database/transaction.ts'
import { withoutCopy } from '../../platform/database/without-copy.ts'
import { appendEvents, insertOfEvents, type NewEvent } from '../events/index.ts'

export interface AuditRecord {
  readonly userId: string
  readonly action: string
  readonly entityKind: string
  readonly entityId: string
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AuditFilter {
  readonly userId?: string | undefined
  readonly entityKind?: string | undefined
  readonly entityId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Writes who made a change, in the transaction of the change, so that neither is ever there without the other. Details
 * name what was touched; the values themselves belong to the history of the content.
 */
export const record = (trx: Transaction, tenantId: string, record: AuditRecord): Promise<void> =>
  recordAll(trx, tenantId, [record])

/** Writes who made a change, and the change's event. */
export const recordChange = (trx: Transaction, tenantId: string, change: AuditRecord): Promise<void> =>
  recordChanges(trx, tenantId, [change])

/** The same of many changes. */
export const recordChanges = (trx: Transaction, tenantId: string, changes: readonly AuditRecord[]): Promise<void> => {
  const events = changes.map(({ userId: by, action: kind, entityKind: subjectKind, entityId: subjectId, details }) => ({
    by,
    kind,
    subjectKind,
    subjectId,
    details,
  }))
  return recordAll(trx, tenantId, changes, events)
}

/** Writes many entries with one statement, and with them events. */
export async function recordAll(
  trx: Transaction,
  tenantId: string,
  records: readonly AuditRecord[],
  events: readonly NewEvent[] = [],
): Promise<void> {
  if (records.length === 0) return appendEvents(trx, tenantId, events)
  const textsOf = (text: (record: AuditRecord) => string) => records.map(text)
  const entries = sql`insert into audit_entry (tenant_id, user_id, action, entity_kind, entity_id, details)
    select ${tenantId}::uuid, row.*
    from unnest(${textsOf(({ userId }) => userId)}::text[], ${textsOf(({ action }) => action)}::text[],
      ${textsOf(({ entityKind }) => entityKind)}::text[], ${textsOf(({ entityId }) => entityId)}::text[],
      ${textsOf(({ details = {} }) => JSON.stringify(details))}::jsonb[]) as row
    ${withoutCopy}`
  if (events.length === 0) await written(trx, 'audit-entries', entries)
  else
    await written(
      trx,
      'audit-entries-with-events',
      sql`with entries as (${entries}) ${insertOfEvents(tenantId, events)}`,
    )
}

/**
 * Empties the details of all entries about these; answers how many. Who did what, and when, stays. One entry of the tenant is
 * read so that a cluster calls the function where the tenant's rows are.
 */
export async function eraseDetails(
  trx: Transaction,
  tenantId: string,
  kinds: readonly string[],
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select erase_audit_details(${tenantId}, ${[...kinds]}::text[], ${[...ids]}::text[]) as count
    from audit_entry where tenant_id = ${tenantId} limit 1`.execute(trx)
  return rows[0]?.count ?? 0
}

/** The last entry with this action about each of these. */
export async function findLastEntries(
  trx: Transaction,
  tenantId: string,
  action: string,
  entityIds: readonly string[],
): Promise<{ readonly entityId: string; readonly details: Readonly<Record<string, unknown>> }[]> {
  const [kind = ''] = action.split('.')
  const { rows } = await sql<{ entityId: string; details: Record<string, unknown> }>`
    select distinct on (entity_id) entity_id as "entityId", details from audit_entry
    where tenant_id = ${tenantId} and entity_kind = ${kind} and entity_id = any(${[...entityIds]}::text[]) and action = ${action}
    order by entity_id, at desc, audit_entry_id desc`.execute(trx)
  return rows
}

const matching = (trx: Transaction, tenantId: string, filter: AuditFilter) => {
  let query = trx.selectFrom('audit_entry').where('tenant_id', '=', tenantId)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.entityKind !== undefined) query = query.where('entity_kind', '=', filter.entityKind)
  if (filter.entityId !== undefined) query = query.where('entity_id', '=', filter.entityId)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
  return query
}

export async function findEntries(
  trx: Transaction,
  tenantId: string,
  filter: AuditFilter,
  slice: { readonly offset: number; readonly limit: number },
): Promise<AuditEntry[]> {
  const rows = await matching(trx, tenantId, filter)
    .select(['audit_entry_id', 'at', 'user_id', 'action', 'entity_kind', 'entity_id', 'details'])
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute()
  return rows.map((row) => ({
    auditEntryId: row.audit_entry_id,
    at: row.at,
    userId: row.user_id,
    action: row.action,
    entityKind: row.entity_kind,
    entityId: row.entity_id,
    details: row.details,
  }))
}

/** The number of matching entries, at most `max`: counting a log of years would make its first page slow. */
export async function countEntries(
  trx: Transaction,
  tenantId: string,
  filter: AuditFilter,
  max: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom(matching(trx, tenantId, filter).select('audit_entry_id').limit(max).as('entry'))
    .select((from) => from.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
