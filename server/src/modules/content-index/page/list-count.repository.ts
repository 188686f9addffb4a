import type { ContentTypeKind, Status } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'

/** How many content variations of a variation are alike in all that is counted as it changes. */
export interface Tally {
  readonly contentTypeId: string
  readonly kind?: ContentTypeKind
  readonly isDeleted: boolean
  readonly status?: Status
  readonly count: number
}

/** `variationId` left out: the default variation, whichever that is. */
const inVariation = (tenantId: string, variationId: string | undefined) =>
  sql`tenant_id = ${tenantId} and variation_id = coalesce(${variationId ?? null}::uuid,
    (select variation_id from variation where tenant_id = ${tenantId} and is_default))`

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
