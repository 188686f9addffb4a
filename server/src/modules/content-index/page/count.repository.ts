import type { ContentTypeKind, Status } from '@pim/contract'
import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { defaultVariationId } from '../../tenants/index.ts'
import type { CandidateQuery } from './filter.repository.ts'

/** How many content variations of a variation are alike in everything that triggers count as rows change. */
export interface Tally {
  readonly contentTypeId: string
  readonly kind?: ContentTypeKind
  readonly isDeleted: boolean
  readonly status?: Status
  readonly count: number
}

/** `variationId` left out: the default variation, whichever that is. */
const variationOf = (tenantId: string, variationId: string | undefined) =>
  sql`coalesce(${variationId ?? null}::uuid, ${defaultVariationId(tenantId)})`

const inVariation = (tenantId: string, variationId: string | undefined) =>
  sql`tenant_id = ${tenantId} and variation_id = ${variationOf(tenantId, variationId)}`

/** As an array, for what is asked together with the counts. */
export const listedVariation = (tenantId: string, variationId: string | undefined): RawBuilder<unknown> =>
  sql`array[${variationOf(tenantId, variationId)}]`

export const countWorking = (trx: Transaction, tenantId: string, variationId: string | undefined): Promise<Tally[]> =>
  prepared(
    trx,
    'count-working-copies',
    sql<Tally>`
      select kind, content_type_id as "contentTypeId", is_deleted as "isDeleted", status, sum(change)::integer as count
      from content_count where ${inVariation(tenantId, variationId)}
      group by 1, 2, 3, 4 having sum(change) > 0`,
  )

export const countPublished = (trx: Transaction, tenantId: string, variationId: string | undefined): Promise<Tally[]> =>
  prepared(
    trx,
    'count-published',
    sql<Tally>`
      select content_type_id as "contentTypeId", false as "isDeleted", sum(change)::integer as count
      from delivery_count where ${inVariation(tenantId, variationId)}
      group by 1 having sum(change) > 0`,
  )

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

/** How many content variations a query finds; counting stops after `most` rows of the index, null: at the end. */
export async function countCandidates(
  trx: Transaction,
  find: CandidateQuery,
  mayRepeat: boolean,
  most: number | null,
): Promise<RowCount> {
  const { rows } = await (mayRepeat
    ? sql<{ count: number; seen: number }>`
        select count(*) as count, coalesce(sum(times), 0)::integer as seen
        from (select count(*) as times from (${find(most)}) found group by content_variation_id) each`
    : sql<{ count: number; seen: number }>`
        select count(*) as count, count(*) as seen from (${find(most)}) found`
  ).execute(trx)
  const { count = 0, seen = 0 } = rows[0] ?? {}
  return { count, isComplete: most === null || seen < most }
}
