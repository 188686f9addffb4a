import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypes } from '../../content-model/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { chainOf, descendantsOf } from '../domain/fallback.ts'
import { claimKey, claimsOf, liveScope, scopeKeyOf, uniqueFieldsOf } from '../domain/unique-values.ts'
import { isShared } from '../domain/values.ts'
import { loadItems } from '../store/load.ts'
import { findSharedClaims } from '../store/unique-value.repository.ts'
import { batchSize } from './change-type.ts'

const maxNamed = 20

/**
 * Refuses another fallback of a variation, which is written already, where delivery would then answer two items for one
 * unique value: one of them inherits what another one has. Candidates are items that claim one value somewhere along the
 * new chain; they are loaded to tell who inherits it.
 */
export async function refuseUniqueByFallback(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  const fallbacks = new Map(
    (await variationsOf(trx, tenantId)).map((each) => [each.variationId, each.fallbackVariationId]),
  )
  const places = [variationId, ...descendantsOf(fallbacks, variationId)]
  for (const { contentTypeId, type } of await findTypes(trx, tenantId)) {
    for (const field of uniqueFieldsOf(type)) {
      if (field.unique !== 'variation' || isShared(field)) continue
      const candidates = new Set<string>()
      for (const place of places) {
        const scopeKeys = chainOf(fallbacks, place).flatMap((id) => scopeKeyOf(field, contentTypeId, id) ?? [])
        for (const id of await findSharedClaims(trx, tenantId, scopeKeys.map(liveScope))) candidates.add(id)
      }
      await refuseShared(trx, tenantId, [...candidates], field.technicalName)
    }
  }
}

async function refuseShared(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  technicalFieldName: string,
): Promise<void> {
  const holders = new Map<string, { readonly contentItemId: string; readonly name: string }>()
  const usedBy = new Map<string, { contentItemId: string; name: string }>()
  for (let from = 0; from < contentItemIds.length; from += batchSize) {
    const ids = contentItemIds.slice(from, from + batchSize)
    for (const { item } of await loadItems(trx, tenantId, ids, { lock: false })) {
      const named = { contentItemId: item.contentItemId, name: item.name }
      for (const claim of claimsOf(item).values()) {
        if (claim.technicalFieldName !== technicalFieldName) continue
        const holder = holders.get(claimKey(claim))
        if (holder === undefined) holders.set(claimKey(claim), named)
        else for (const each of [holder, named]) usedBy.set(each.contentItemId, each)
      }
    }
  }
  if (usedBy.size === 0) return
  throw new Problem('UNIQUENESS_CONFLICT', {
    fieldErrors: [{ technicalFieldName, code: 'NOT_UNIQUE', message: 'would be inherited where another item has it' }],
    usedBy: [...usedBy.values()].slice(0, maxNamed),
  })
}
