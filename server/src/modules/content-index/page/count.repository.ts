import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'
import { ListOutdated } from './list-outdated.ts'

/** How much is live of one type in one variation for one set of targets. */
export interface DeliveryTally {
  readonly variationId: string
  readonly contentTypeId: string
  readonly deliveryTargets: readonly string[]
  readonly count: number
}

/** `variationId` left out: in all of them. */
export const countDelivered = (
  trx: Transaction,
  tenantId: string,
  variationId: string | undefined,
): Promise<DeliveryTally[]> =>
  prepared(
    trx,
    'count-delivered',
    sql<DeliveryTally>`
      select variation_id as "variationId", content_type_id as "contentTypeId", delivery_targets as "deliveryTargets",
        sum(change)::integer as count
      from delivery_count
      where tenant_id = ${tenantId} and (${variationId ?? null}::uuid is null or variation_id = ${variationId ?? null})
      group by 1, 2, 3 having sum(change) > 0`,
  )

export interface RowCount {
  readonly count: number
  /** False where counting stopped at its limit: there are at least as many. */
  readonly isComplete: boolean
}

/** How many rows of the index were found, as `seen`, and as `count` how many items they are of. */
export const countOfItems = (found: RawBuilder<unknown>, mayRepeat: boolean): RawBuilder<unknown> =>
  mayRepeat
    ? sql`select count(*) as seen, case when coalesce(bool_and(once), true) then count(*)
        else (select count(distinct content_item_id) from ${found} again) end as count from ${found} found`
    : sql`select count(*) as seen, count(*) as count from ${found} found`

/** How many content variations a query finds; counting stops after `most` rows of the index, null: at the end. */
export async function countCandidates(
  trx: Transaction,
  find: CandidateQuery,
  { mayRepeat = false, items }: Pick<Condition, 'mayRepeat' | 'items'>,
  most: number | null,
  isCurrent: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<RowCount> {
  const count =
    items !== undefined
      ? countOfItems(sql`(${items.find(most)})`, mayRepeat)
      : mayRepeat
        ? sql`select count(*) as count, coalesce(sum(times), 0)::integer as seen
            from (select count(*) as times from (${find(most)}) found group by content_variation_id) each`
        : sql`select count(*) as count, count(*) as seen from (${find(most)}) found`
  const { rows } = await sql<{ count: number; seen: number; isCurrent: boolean }>`
    select counted.*, ${isCurrent} as "isCurrent" from (${count}) counted`.execute(trx)
  if (rows[0]?.isCurrent === false) throw new ListOutdated()
  return countOf(rows[0], most)
}

export const countOf = (
  { count, seen }: { readonly count: number; readonly seen: number } = { count: 0, seen: 0 },
  most: number | null,
): RowCount => ({ count, isComplete: most === null || seen < most })
