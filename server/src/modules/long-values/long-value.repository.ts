import type { LongValue } from '@pim/field-types'
import { sql } from 'kysely'
import { textsOf } from '../../core/long-value.ts'
import { Slice } from '../../core/time-slices.ts'
import { prepared, type Transaction, written } from '../../platform/database/transaction.ts'
import { withoutCopy } from '../../platform/database/without-copy.ts'

export interface PlacedLongValue {
  readonly contentItemId: string
  /** Made from its content. */
  readonly long: LongValue
}

/** Stores what is not stored yet. The rows of the items are there already. */
export async function insertLongValues(
  trx: Transaction,
  tenantId: string,
  placed: readonly PlacedLongValue[],
): Promise<void> {
  const unlike = new Map(placed.map((each) => [each.contentItemId + each.long.hash, each]))
  const rows = [...unlike.values()].map(({ contentItemId, long }) => {
    const { json, before, behind } = textsOf(long)
    return { contentItemId, hash: long.hash, value: json, before, behind }
  })
  await written(
    trx,
    'insert-long-values',
    sql`
    insert into long_value (tenant_id, content_item_id, hash, value, before, behind)
    select ${tenantId}::uuid, row.* from unnest(${rows.map((row) => row.contentItemId)}::uuid[],
      ${rows.map((row) => row.hash)}::text[], ${rows.map((row) => row.value)}::text[],
      ${rows.map((row) => row.before)}::text[], ${rows.map((row) => row.behind)}::text[])
      as row (content_item_id, hash, value, before, behind)
    on conflict (tenant_id, content_item_id, hash) do nothing ${withoutCopy}`,
  )
}

/** The contents of long values of one item, by hash. Throws where one is missing, because nothing may be lost. */
export async function findContents(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const texts = await findTexts(trx, tenantId, contentItemId, hashes)
  const contents = new Map<string, unknown>()
  const slice = new Slice()
  for (const [hash, text] of texts) {
    contents.set(hash, JSON.parse(text))
    // A large document alone takes long to be parsed; whoever checks it then begins in a turn of its own.
    await slice.pause()
  }
  return contents
}

/** The same as JSON, as it is stored. */
export async function findTexts(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prepared(
    trx,
    'find-long-values',
    sql<{ hash: string; value: string }>`
      select hash, value from long_value
      where tenant_id = ${tenantId} and content_item_id = ${contentItemId} and hash = any(${[...new Set(hashes)]}::text[])`,
  )
  const texts = new Map(rows.map(({ hash, value }) => [hash, value]))
  const missing = hashes.find((hash) => !texts.has(hash))
  if (missing !== undefined) throw new Error(`the long value ${missing} of ${contentItemId} is not stored`)
  return texts
}

/** The JSON of long values as they are delivered, by item and hash. */
export async function findDelivered(
  trx: Transaction,
  tenantId: string,
  wanted: readonly { readonly contentItemId: string; readonly hash: string }[],
): Promise<readonly { readonly contentItemId: string; readonly hash: string; readonly json: string }[]> {
  return prepared(
    trx,
    'find-delivered-long-values',
    sql<{ contentItemId: string; hash: string; json: string }>`
      select long.content_item_id as "contentItemId", long.hash, coalesce(long.delivered, long.before || long.value || long.behind) as json
      from unnest(${wanted.map((each) => each.contentItemId)}::uuid[], ${wanted.map((each) => each.hash)}::text[])
        as wanted (content_item_id, hash)
      join long_value long on long.tenant_id = ${tenantId} and long.content_item_id = wanted.content_item_id
        and long.hash = wanted.hash`,
  )
}

/** The first characters of the JSON of long values as it is stored, by item and hash. */
export async function findBeginnings(
  trx: Transaction,
  tenantId: string,
  wanted: readonly { readonly contentItemId: string; readonly hash: string }[],
  length: number,
): Promise<readonly { readonly contentItemId: string; readonly hash: string; readonly json: string }[]> {
  return prepared(
    trx,
    'find-beginnings-of-long-values',
    sql<{ contentItemId: string; hash: string; json: string }>`
      select long.content_item_id as "contentItemId", long.hash, left(long.value, ${length}::integer) as json
      from unnest(${wanted.map((each) => each.contentItemId)}::uuid[], ${wanted.map((each) => each.hash)}::text[])
        as wanted (content_item_id, hash)
      join long_value long on long.tenant_id = ${tenantId} and long.content_item_id = wanted.content_item_id
        and long.hash = wanted.hash`,
  )
}

/** Which of these are not stored. */
export async function findMissing(
  trx: Transaction,
  tenantId: string,
  wanted: readonly { readonly contentItemId: string; readonly hash: string }[],
): Promise<{ readonly contentItemId: string; readonly hash: string }[]> {
  const { rows } = await sql<{ contentItemId: string; hash: string }>`
    select wanted.content_item_id as "contentItemId", wanted.hash
    from unnest(${wanted.map((each) => each.contentItemId)}::uuid[], ${wanted.map((each) => each.hash)}::text[])
      as wanted (content_item_id, hash)
    where not exists (select from long_value long where long.tenant_id = ${tenantId}
      and long.content_item_id = wanted.content_item_id and long.hash = wanted.hash)`.execute(trx)
  return rows
}
