import type {
  ChooseChanged,
  ColumnProblems,
  ImportNote,
  PartProblem,
  RowFilter,
  RowOutcome,
  RowResult,
} from '@pim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { AskedOfRow, StoredCounts, StoredRow, WaitingRow, WrittenVersions } from '../bulk-changes/bulk-change.ts'
import { readDetails, type StoredDetails } from '../bulk-changes/stored-details.ts'

export interface NewRow {
  readonly contentItemId: string | null
  readonly asked?: AskedOfRow
  readonly notes?: readonly ImportNote[]
  readonly isLeftOut?: boolean
  /** Of a row that is rehearsed before it is stored. */
  readonly judged?: Rehearsed
}

/** Stores rows from a position on. */
export async function insertRows(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  from: number,
  rows: readonly NewRow[],
): Promise<void> {
  const asked = rows.map((row) => (row.asked === undefined ? null : JSON.stringify(row.asked)))
  const judged = <Value>(value: (facts: Rehearsed) => Value) => rows.map((row) => row.judged && value(row.judged))
  await sql`
    insert into bulk_change_row (tenant_id, bulk_change_id, position, content_item_id, asked, asked_length, notes, is_left_out,
      outcome, name, technical_content_type_name, fingerprint, details)
    select ${tenantId}::uuid, ${bulkChangeId}::uuid, row.position, row.content_item_id, row.asked::jsonb, row.asked_length,
      row.notes::jsonb, row.is_left_out, row.outcome, row.name, row.technical_content_type_name, row.fingerprint,
      row.details::jsonb
    from unnest(${rows.map((_, at) => from + at)}::integer[],
      ${rows.map((row) => (row.judged ?? row).contentItemId)}::uuid[],
      ${asked}::text[], ${asked.map((each) => each?.length ?? null)}::integer[],
      ${rows.map(({ notes = [] }) => (notes.length === 0 ? null : JSON.stringify(notes)))}::text[],
      ${rows.map(({ isLeftOut = false }) => isLeftOut)}::boolean[], ${judged(({ outcome }) => outcome)}::text[],
      ${judged(({ name }) => name)}::text[], ${judged((each) => each.technicalContentTypeName)}::text[],
      ${judged(({ fingerprint }) => fingerprint)}::text[], ${judged(({ details }) => JSON.stringify(details))}::text[])
      as row (position, content_item_id, asked, asked_length, notes, is_left_out, outcome, name, technical_content_type_name,
        fingerprint, details)
    ${withoutCopy}`.execute(trx)
}

/** The rows of another bulk change that were written, to be taken back; from a position on, at most so many. */
export async function findWritten(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ position: number; contentItemId: string; written: WrittenVersions }[]> {
  const { rows } = await sql<{ position: number; contentItemId: string; written: WrittenVersions }>`
    select position, content_item_id as "contentItemId", written from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after}
      and written is not null and content_item_id is not null
    order by position limit ${limit}`.execute(trx)
  return rows
}

const columns = sql`position, content_item_id as "contentItemId", asked, name,
  technical_content_type_name as "technicalContentTypeName", outcome, is_left_out as "isLeftOut", fingerprint, details,
  result, problem, notes`

const isOpen = sql`outcome in ('changed', 'created', 'deleted') and not is_left_out and result is null`

/** Characters of what is asked that are read at once: the server takes them apart without a pause. */
const maxAsked = 1_000_000

/** Rows that wait for the rehearsal, or for the execution, behind a position: as many as fit into memory, and at least one. */
export async function findWaiting(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  {
    phase,
    after,
    limit,
  }: { readonly phase: 'rehearsal' | 'execution'; readonly after: number; readonly limit: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select position, content_item_id as "contentItemId", asked, outcome, is_left_out as "isLeftOut", fingerprint, written,
      details ->> 'makes' as makes, coalesce(details -> 'waitsFor', '[]') as "waitsFor"
    from (
      select *, sum(asked_length) over (order by position) - asked_length as before
      from (
        select position, content_item_id, asked, coalesce(asked_length, length(asked::text)) as asked_length, outcome, is_left_out,
          fingerprint, written, details
        from bulk_change_row
        where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after}
          and ${phase === 'rehearsal' ? sql`outcome is null` : isOpen}
        order by position limit ${limit}
      ) next
    ) sized
    where before is null or before < ${maxAsked}
    order by position`.execute(trx)
  return rows
}

export interface Rehearsed {
  readonly position: number
  /** Null of an item that is not there yet. */
  readonly contentItemId: string | null
  readonly outcome: RowOutcome
  readonly name: string | null
  readonly technicalContentTypeName: string | null
  readonly fingerprint: string | null
  readonly details: StoredDetails
}

export async function recordRehearsal(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  rehearsed: readonly Rehearsed[],
): Promise<void> {
  const rows = rehearsed.map(({ contentItemId, technicalContentTypeName, ...row }) => ({
    ...row,
    content_item_id: contentItemId,
    technical_content_type_name: technicalContentTypeName,
  }))
  await sql`
    update bulk_change_row stored
    set content_item_id = row.content_item_id, outcome = row.outcome, name = row.name,
      technical_content_type_name = row.technical_content_type_name, fingerprint = row.fingerprint, details = row.details
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (position integer, content_item_id uuid, outcome text, name text,
      technical_content_type_name text, fingerprint text, details jsonb)
    where stored.tenant_id = ${tenantId} and stored.bulk_change_id = ${bulkChangeId} and stored.position = row.position
      and stored.position = any(${rows.map(({ position }) => position)}::integer[])`.execute(trx)
}

export interface Executed {
  readonly position: number
  /** Null where its links wait for others. */
  readonly result: RowResult | null
  readonly contentItemId: string | null
  readonly problem: PartProblem | null
  readonly written: WrittenVersions | null
}

export async function recordResults(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  executed: readonly Executed[],
): Promise<void> {
  const rows = executed.map(({ position, result, contentItemId, problem, written }) => ({
    position,
    result,
    content_item_id: contentItemId,
    problem,
    written,
  }))
  await sql`
    update bulk_change_row stored
    set result = row.result, content_item_id = coalesce(row.content_item_id, stored.content_item_id),
      problem = nullif(row.problem, 'null'), written = nullif(row.written, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (position integer, result text, content_item_id uuid, problem jsonb,
      written jsonb)
    where stored.tenant_id = ${tenantId} and stored.bulk_change_id = ${bulkChangeId} and stored.position = row.position
      and stored.position = any(${rows.map(({ position }) => position)}::integer[])`.execute(trx)
}

const isChangedSince = sql`jsonb_array_length(coalesce(details -> 'changedSince', '[]')) > 0`
const isGone = sql`(asked ? 'gone') is true`

function conditionOf(filter: RowFilter | undefined): RawBuilder<unknown> {
  switch (filter) {
    case undefined:
      return sql`true`
    case 'leftOut':
      return sql`is_left_out`
    case 'open':
      return isOpen
    case 'kept':
      return sql`jsonb_array_length(coalesce(details -> 'kept', '[]')) > 0`
    case 'noted':
      return sql`notes is not null`
    case 'changedSince':
      return isChangedSince
    case 'gone':
      return isGone
    case 'done':
    case 'outdated':
    case 'failed':
      return sql`result = ${filter}`
    default:
      return sql`outcome = ${filter} and not is_left_out`
  }
}

export interface RowRange {
  readonly filter?: RowFilter | undefined
  /** Position behind which to begin. */
  readonly after?: number
  readonly offset?: number
  readonly limit: number
}

/** In the order in which they were found. */
export async function findRows(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { filter, after = -1, offset = 0, limit }: RowRange,
): Promise<StoredRow[]> {
  const { rows } = await sql<Omit<StoredRow, 'details'> & { readonly details: StoredDetails | null }>`
    select ${columns} from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after} and ${conditionOf(filter)}
    order by position offset ${offset} limit ${limit}`.execute(trx)
  return rows.map(({ details, ...row }) => ({ ...row, details: details && readDetails(details, row.asked) }))
}

export interface RowOfFile {
  readonly position: number
  readonly fileRow: number
  /** It was not written, and would not be. */
  readonly isToMend: boolean
  readonly problem: PartProblem | null
}

/** Where each item of an imported file begins, behind a position. */
export async function findRowsOfFile(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RowOfFile[]> {
  const { rows } = await sql<RowOfFile>`
    select position, (asked ->> 'row')::integer as "fileRow",
      (outcome = 'problem' or result in ('outdated', 'failed')) is true as "isToMend",
      coalesce(problem, nullif(details -> 'problem', 'null')) as problem
    from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after} and asked ? 'row'
    order by position limit ${limit}`.execute(trx)
  return rows
}

/** Kinds of problems that are told of one bulk change. */
const mostKinds = 50

/** The problems of rows that are not left out, by column, or field where there is none, and kind. */
export async function findColumnProblems(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
): Promise<ColumnProblems['problems']> {
  const { rows } = await sql<ColumnProblems['problems'][number]>`
    select error #>> '{params,column}' as column, (array_agg(error order by position))[1] as error,
      count(distinct position)::integer as "rowCount"
    from bulk_change_row, jsonb_array_elements(coalesce(problem, details -> 'problem') -> 'fieldErrors') as error
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and outcome = 'problem' and not is_left_out
    group by error #>> '{params,column}', error ->> 'technicalFieldName', error ->> 'code', error #>> '{params,reason}'
    order by 3 desc, 1 limit ${mostKinds}`.execute(trx)
  return rows
}

export async function countRows(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  filter: RowFilter | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and ${conditionOf(filter)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Counts all rows anew; `known` is no count of rows. */
export async function tallyRows(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<StoredCounts> {
  const of = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::integer`
  const { rows } = await sql<StoredCounts>`
    select count(*)::integer as rows, ${of(sql`outcome = 'changed' and not is_left_out`)} as changed,
      ${of(sql`outcome = 'created' and not is_left_out`)} as created,
      ${of(sql`outcome = 'deleted' and not is_left_out`)} as deleted,
      ${of(sql`outcome = 'unchanged' and not is_left_out`)} as unchanged,
      ${of(sql`outcome = 'problem' and not is_left_out`)} as problem, ${of(sql`is_left_out`)} as "leftOut",
      ${of(sql`result = 'done'`)} as done, ${of(sql`result = 'outdated'`)} as outdated, ${of(sql`result = 'failed'`)} as failed,
      ${of(sql`notes is not null`)} as noted, ${of(isChangedSince)} as "changedSince", ${of(isGone)} as gone,
      ${of(sql`result is distinct from 'done' and written is not null`)} as made
    from bulk_change_row where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}`.execute(trx)
  const [counts] = rows
  if (counts === undefined) throw new Error('a sum has a row')
  return counts
}

/** Only rows that are not done yet: what is written stays counted. */
export async function leaveOut(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  which: { readonly positions: readonly number[] } | { readonly filter: RowFilter },
  isLeftOut: boolean,
): Promise<void> {
  const asked = 'filter' in which ? conditionOf(which.filter) : sql`position = any(${[...which.positions]}::integer[])`
  await sql`
    update bulk_change_row set is_left_out = ${isLeftOut}
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and is_left_out <> ${isLeftOut}
      and result is null and ${asked}`.execute(trx)
}

/** Rows with values that somebody has changed since wait for the rehearsal again, with another choice for these values. */
export async function chooseChanged(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { whenChanged, ...which }: ChooseChanged,
): Promise<void> {
  const asked = 'filter' in which ? sql`true` : sql`position = any(${[...which.positions]}::integer[])`
  await sql`
    update bulk_change_row set asked = asked || ${JSON.stringify({ whenChanged })}::jsonb, outcome = null, fingerprint = null, details = null
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and result is null and ${isChangedSince} and ${asked}`.execute(
    trx,
  )
}

/**
 * Deletes rows of items that were gone, and are found by a row of the file since another rehearsal; answers the position behind all that are left.
 */
export async function clearReturned(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<number> {
  await sql`
    delete from bulk_change_row where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and result is null and ${isGone}
      and content_item_id in (select found.content_item_id from bulk_change_row found
        where found.tenant_id = ${tenantId} and found.bulk_change_id = ${bulkChangeId} and found.asked ? 'row')`.execute(
    trx,
  )
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position) + 1, 0) as next from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}`.execute(trx)
  return rows[0]?.next ?? 0
}

/** All rows that are not done wait for the rehearsal again; those that were left out stay so. */
export async function reopenRows(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<void> {
  await sql`
    update bulk_change_row set outcome = null, result = null, problem = null, fingerprint = null, details = null
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and result is distinct from 'done'`.execute(trx)
}

/** Deletes some of the rows; answers whether there were any. */
export async function deleteSomeRows(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql<{ position: number }>`
    select position from bulk_change_row where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}
    order by position limit ${limit}`.execute(trx)
  if (rows.length === 0) return false
  await sql`
    delete from bulk_change_row where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}
      and position = any(${rows.map(({ position }) => position)}::integer[])`.execute(trx)
  return true
}

/** What rows hold of an erased item: its values, its name. */
export async function eraseRowsOfItem(trx: Transaction, tenantId: string, contentItemId: string): Promise<void> {
  await sql`delete from bulk_change_row where tenant_id = ${tenantId} and content_item_id = ${contentItemId}`.execute(
    trx,
  )
}

/** Whether some row links to items by their keys. */
export async function hasLinks(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and jsonb_array_length(asked #> '{item,links}') > 0
    limit 1`.execute(trx)
  return rows.length > 0
}

/** The keys of the rows that may make items, behind a position. */
export async function findKeysOfRows(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ position: number; key: { technicalFieldName: string; value: unknown }; typeName: string }[]> {
  const { rows } = await sql<{
    position: number
    key: { technicalFieldName: string; value: unknown }
    typeName: string
  }>`
    select position, asked #> '{item,key}' as key, asked #>> '{item,technicalContentTypeName}' as "typeName"
    from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after}
      and asked #> '{item,key}' is not null and outcome is distinct from 'problem' and not is_left_out
    order by position limit ${limit}`.execute(trx)
  return rows
}

export interface Wait {
  readonly position: number
  /** What other rows may wait for, and this one does: the key of the item that it makes, or the id of the one that it takes back. */
  readonly does: string | null
  readonly waitsFor: readonly string[]
}

/** What a row of an undo does for others: the item is deleted, or changed back without anything that stays. */
const takesBack = sql`asked ? 'undo' and outcome in ('deleted', 'changed') and not is_left_out
  and jsonb_array_length(coalesce(details -> 'kept', '[]')) = 0`

/** The open rows that wait for others, behind a position. */
export async function findWaits(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select position, case when asked ? 'undo' then content_item_id::text else details ->> 'makes' end as does,
      details -> 'waitsFor' as "waitsFor"
    from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after}
      and ${isOpen} and details ? 'waitsFor'
    order by position limit ${limit}`.execute(trx)
  return rows
}

/** What rows do, or have done, that others may wait for; behind a position. */
export async function findDoes(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ position: number; does: string }[]> {
  const { rows } = await sql<{ position: number; does: string }>`
    select position, case when asked ? 'undo' then content_item_id::text else details ->> 'makes' end as does
    from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and position > ${after}
      and not is_left_out and coalesce(result, 'done') = 'done'
      and (${takesBack} or outcome = 'created' and details ? 'makes')
    order by position limit ${limit}`.execute(trx)
  return rows
}

/** The rows of an undo, of these items, that are to be taken back yet and that nobody has changed since. */
export async function findOpenUndos(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  contentItemIds: readonly string[],
): Promise<{ position: number; contentItemId: string }[]> {
  const { rows } = await sql<{ position: number; contentItemId: string }>`
    select position, content_item_id as "contentItemId" from bulk_change_row undo
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and content_item_id = any(${[...contentItemIds]}::uuid[])
      and asked ? 'undo' and not is_left_out and result is null and (outcome is null or ${takesBack})
      and (asked #>> '{undo,isCreated}' = 'false' or not exists (
        select from content_variation v
        where v.tenant_id = ${tenantId} and v.content_item_id = undo.content_item_id
          and v.version > coalesce((undo.asked #>> array['undo', 'versions', v.content_variation_id::text])::integer, 0)))`.execute(
    trx,
  )
  return rows
}

/** These rows wait for the rehearsal again. */
export async function rehearseAgain(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  positions: readonly number[],
): Promise<void> {
  await sql`
    update bulk_change_row set outcome = null, fingerprint = null, details = null
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}
      and position = any(${[...positions]}::integer[])`.execute(trx)
}
