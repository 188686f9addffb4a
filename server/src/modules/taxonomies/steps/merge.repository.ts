import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { ConceptBefore } from '../concept-words.ts'
import type { ConceptPlace } from './concept-place.ts'

export interface KeptMerge {
  readonly conceptId: string
  readonly taxonomyId: string
  readonly mergedInto: string
  readonly before: ConceptBefore
  readonly children: readonly string[]
  readonly leads: readonly string[]
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

/** For as long a merge can be taken back. */
const keptDays = 30

/** Before the concept is deleted, and before items follow: what they named is kept only for a merge that is there. */
export async function keepMerge(trx: Transaction, tenantId: string, merge: KeptMerge): Promise<void> {
  await sql`
    delete from concept_merge
    where tenant_id = ${tenantId} and (made_at < now() - make_interval(days => ${keptDays}) or concept_id = ${merge.conceptId})
  `.execute(trx)
  await trx
    .insertInto('concept_merge')
    .values({
      tenant_id: tenantId,
      concept_id: merge.conceptId,
      taxonomy_id: merge.taxonomyId,
      merged_into: merge.mergedInto,
      before: JSON.stringify(merge.before),
      children: [...merge.children],
      leads: [...merge.leads],
      synonyms: JSON.stringify(merge.synonyms),
    })
    .execute()
}

/** Merges into a concept that can be taken back, the last one first. */
export async function findMergesInto(
  trx: Transaction,
  tenantId: string,
  conceptId: string,
): Promise<{ readonly conceptId: string; readonly name: string; readonly mergedAt: string }[]> {
  return trx
    .selectFrom('concept_merge')
    .where('tenant_id', '=', tenantId)
    .where('merged_into', '=', conceptId)
    .where('undone_at', 'is', null)
    .where('made_at', '>', sql<string>`now() - make_interval(days => ${keptDays})`)
    .select(['concept_id as conceptId', sql<string>`before ->> 'friendlyName'`.as('name'), 'made_at as mergedAt'])
    .orderBy('made_at', 'desc')
    .limit(mostMerges)
    .execute()
}

const mostMerges = 100

export async function findMerge(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  conceptId: string,
): Promise<KeptMerge | undefined> {
  return trx
    .selectFrom('concept_merge')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .where('concept_id', '=', conceptId)
    .where('undone_at', 'is', null)
    .select([
      'concept_id as conceptId',
      'taxonomy_id as taxonomyId',
      'merged_into as mergedInto',
      'before',
      'children',
      'leads',
      'synonyms',
    ])
    .executeTakeFirst()
}

export async function markMergeUndone(trx: Transaction, tenantId: string, conceptId: string): Promise<void> {
  await trx
    .updateTable('concept_merge')
    .set({ undone_at: sql<string>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('concept_id', '=', conceptId)
    .execute()
}

/** Once its content is as before: nothing is left to take back. */
export async function forgetMerge(trx: Transaction, tenantId: string, conceptId: string): Promise<void> {
  await trx
    .deleteFrom('concept_merge')
    .where('tenant_id', '=', tenantId)
    .where('concept_id', '=', conceptId)
    .where('undone_at', 'is not', null)
    .execute()
}

/** Writes down the places where items named a concept that was merged; for concepts that ended in another way none. */
export async function keepMergedPlaces(
  trx: Transaction,
  tenantId: string,
  found: readonly {
    readonly conceptId: string
    readonly contentItemId: string
    readonly places: readonly ConceptPlace[]
  }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into concept_merge_item (tenant_id, concept_id, content_item_id, places)
    select ${tenantId}, found.concept_id, found.content_item_id, found.places
    from unnest(${found.map((each) => each.conceptId)}::uuid[], ${found.map((each) => each.contentItemId)}::uuid[],
      ${found.map((each) => JSON.stringify(each.places))}::text[]::jsonb[]) as found (concept_id, content_item_id, places)
    join concept_merge made on made.tenant_id = ${tenantId} and made.concept_id = found.concept_id
      and made.undone_at is null
    on conflict do nothing ${withoutCopy}`.execute(trx)
}

/** Items that named a merged concept, and where. */
export async function findMergedPlaces(
  trx: Transaction,
  tenantId: string,
  conceptId: string,
  limit: number,
): Promise<ReadonlyMap<string, readonly ConceptPlace[]>> {
  const rows = await trx
    .selectFrom('concept_merge_item')
    .where('tenant_id', '=', tenantId)
    .where('concept_id', '=', conceptId)
    .select(['content_item_id', 'places'])
    .orderBy('content_item_id')
    .limit(limit)
    .execute()
  return new Map(rows.map((row) => [row.content_item_id, row.places]))
}

export async function forgetMergedPlaces(
  trx: Transaction,
  tenantId: string,
  conceptId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await sql`
    delete from concept_merge_item
    where tenant_id = ${tenantId} and concept_id = ${conceptId} and content_item_id = any(${[...contentItemIds]}::uuid[])
  `.execute(trx)
}
