import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction, written } from '../../platform/database/transaction.ts'
import { withoutCopy } from '../../platform/database/without-copy.ts'

export interface NewEvent {
  /** Who made the change: the id of a person. */
  readonly by: string
  readonly kind: string
  readonly subjectKind: string
  readonly subjectId: string
  /** Which fields, which keys of delivery; never values. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** A place in the log. Events are ordered by transaction, and within one by id. */
export interface EventPosition {
  readonly transaction: number
  readonly eventId: number
}

export interface Event extends EventPosition {
  readonly at: string
  readonly by: string
  readonly kind: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Appends the events of a change in the transaction of the change, any number with one statement. */
export async function appendEvents(trx: Transaction, tenantId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await written(trx, 'append-events', insertOfEvents(tenantId, events))
}

/** The same as the last part of a statement that writes more. */
export const insertOfEvents = (tenantId: string, events: readonly NewEvent[]): RawBuilder<unknown> => sql`
  insert into event (tenant_id, transaction, by, kind, subject_kind, subject_id, details)
  select ${tenantId}::uuid, pg_current_xact_id()::text::bigint, by, kind, subject_kind, subject_id, details
  from unnest(${events.map((event) => event.by)}::text[], ${events.map((event) => event.kind)}::text[],
    ${events.map((event) => event.subjectKind)}::text[], ${events.map((event) => event.subjectId)}::text[],
    ${events.map((event) => JSON.stringify(event.details ?? {}))}::jsonb[])
    as event (by, kind, subject_kind, subject_id, details)
  ${withoutCopy}`

/**
 * The events behind a position, at most `limit`. Whoever reads on from the last one that was returned misses none and
 * gets none twice: an event is returned only when every transaction with a lower id, or its own, has ended. A transaction
 * that runs for long keeps the readers waiting for as long.
 */
export async function readEvents(
  trx: Transaction,
  tenantId: string,
  after: EventPosition | undefined,
  limit: number,
): Promise<Event[]> {
  // First and by itself: in a distributed database the table's own server has other transaction ids.
  const { rows } = await sql<{ end: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as end`.execute(trx)
  const { transaction, eventId } = after ?? { transaction: 0, eventId: 0 }
  return prepared(
    trx,
    'read-events',
    sql<Event>`
      select transaction, event_id as "eventId", at, by, kind, subject_kind as "subjectKind",
        subject_id as "subjectId", details
      from event
      where tenant_id = ${tenantId} and (transaction, event_id) > (${transaction}::bigint, ${eventId}::bigint)
        and transaction < ${rows[0]?.end ?? 0}
      order by transaction, event_id
      limit ${limit}`,
  )
}

export interface NamedEvent extends EventPosition {
  readonly subjectKind: string
  readonly subjectId: string
}

/** What has changed behind a position, as one snapshot sees it. */
export interface SeenEvents {
  /** All events of transactions below this are among those that are seen, now and before; of later ones some may still come. */
  readonly end: number
  /** In their order, at most `limit`. */
  readonly events: readonly NamedEvent[]
}

/**
 * All events behind a position that the transaction of a reader sees, also those of transactions that others have not ended before: a
 * reader that makes something of the whole state in the same transaction has to know all that is in it.
 */
export async function findSeenEvents(
  trx: Transaction,
  tenantId: string,
  { transaction, eventId }: EventPosition,
  limit: number,
): Promise<SeenEvents> {
  const [{ rows }, events] = await Promise.all([
    sql<{ end: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as end`.execute(trx),
    prepared(
      trx,
      'seen-events',
      sql<NamedEvent>`
        select transaction, event_id as "eventId", subject_kind as "subjectKind", subject_id as "subjectId" from event
        where tenant_id = ${tenantId} and (transaction, event_id) > (${transaction}::bigint, ${eventId}::bigint)
        order by transaction, event_id limit ${limit}`,
    ),
  ])
  return { end: rows[0]?.end ?? 0, events }
}

/** The last event before which none is missing, and none will come; the beginning of the log where there is none. */
export async function findLastEvent(trx: Transaction, tenantId: string): Promise<EventPosition> {
  const { rows } = await sql<{ end: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as end`.execute(trx)
  const [last] = await prepared(
    trx,
    'last-event',
    sql<EventPosition>`
      select transaction, event_id as "eventId" from event
      where tenant_id = ${tenantId} and transaction < ${rows[0]?.end ?? 0}
      order by transaction desc, event_id desc limit 1`,
  )
  return last ?? { transaction: 0, eventId: 0 }
}

/**
 * Takes everything but ids and technical names out of the events about these; answers how many. Reads all events of the
 * tenant, which have no index by what they are about: for a job. One is read so that a cluster calls the function where the
 * tenant's rows are.
 */
export async function eraseEventDetails(trx: Transaction, tenantId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select erase_event_details(${tenantId}, ${[...ids]}::text[]) as count
    from event where tenant_id = ${tenantId} limit 1`.execute(trx)
  return rows[0]?.count ?? 0
}
