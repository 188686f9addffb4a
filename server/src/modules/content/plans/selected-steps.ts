import { invalidPlace } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findSelected, type ListSources } from '../../content-index/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import type { ItemRequest } from './item-request.ts'
import type { KeptRequest } from './kept-plan.ts'

/**
 * Turns a search and a step into requests for the first `limit` items found. Steps of the lifecycle are taken in
 * `variationIds`, or in the variation of the search.
 */
export async function readSelection(
  trx: Transaction,
  tenantId: string,
  reader: ListSources['reader'],
  { selection, step, variationIds }: Pick<KeptRequest, 'selection' | 'step' | 'variationIds'>,
  limit: number,
): Promise<ItemRequest[]> {
  const known = new Set((await variationsOf(trx, tenantId)).map(({ variationId }) => variationId))
  for (const [index, id] of (variationIds ?? []).entries())
    if (!known.has(id)) throw invalidPlace(`body.variationIds[${index}]`, 'NOT_FOUND', 'is no variation of the tenant')
  const { variationId, rows } = await findSelected(trx, tenantId, reader, selection, limit)
  const places = new Set(variationIds ?? [variationId])
  return rows.map(
    ({ contentItemId }): ItemRequest =>
      step === 'delete' || step === 'restore'
        ? { contentItemId, steps: new Map(), whole: step }
        : { contentItemId, steps: new Map([...places].map((id) => [id, step])), whole: undefined },
  )
}
