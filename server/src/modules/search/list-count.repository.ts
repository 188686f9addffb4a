import type { ContentTypeKind, Status } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** How many content variations of a variation are alike in all that is counted as it changes. */
export interface Tally {
  readonly contentTypeId: string
  readonly kind?: ContentTypeKind
  readonly isDeleted: boolean
  readonly status?: Status
  readonly count: number
}

export async function countWorking(trx: Transaction, tenantId: string, variationId: string): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select kind, content_type_id as "contentTypeId", is_deleted as "isDeleted", status, sum(change)::integer as count
    from content_count where tenant_id = ${tenantId} and variation_id = ${variationId}
    group by 1, 2, 3, 4 having sum(change) > 0`.execute(trx)
  return rows
}

export async function countPublished(trx: Transaction, tenantId: string, variationId: string): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select content_type_id as "contentTypeId", false as "isDeleted", sum(change)::integer as count
    from delivery_count where tenant_id = ${tenantId} and variation_id = ${variationId}
    group by 1 having sum(change) > 0`.execute(trx)
  return rows
}
