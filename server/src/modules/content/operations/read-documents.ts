import { collationKey } from '../../../core/collation-key.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { fileEntriesOf, itemCount, liveDocumentsOf } from '../../content-index/index.ts'
import type { ItemDocument, ReadDocuments, RowDocument } from '../../reader/index.ts'
import { indexedItem, publishedVariations } from '../domain/derived-changes.ts'
import { listedName } from '../domain/fallback.ts'
import type { ItemState, VariationState } from '../domain/item-state.ts'
import { findItemIds } from '../store/item-range.repository.ts'
import { findLivePage } from '../store/live-page.repository.ts'
import { loadItems } from '../store/load.ts'

/** Items as the file of their tenant has them. */
export const readDocuments: ReadDocuments = {
  async ofItems(trx, tenantId, contentItemIds) {
    const items = (await loadItems(trx, tenantId, contentItemIds, { lock: false })).map(({ item }) => item)
    return documentsOf(trx, tenantId, items)
  },
  async liveOf(trx, tenantId, contentItemIds) {
    const items = (await loadItems(trx, tenantId, contentItemIds, { lock: false })).map(({ item }) => item)
    const published = items.map((item) => ({ contentType: item.type, live: publishedVariations(item) }))
    const live = await liveDocumentsOf(trx, tenantId, published)
    return items.map(({ contentItemId, contentTypeId }, at) => ({ contentItemId, contentTypeId, live: live[at] ?? [] }))
  },
  livePage: findLivePage,
  count: itemCount,
  idsAfter: (trx, tenantId, after, limit) => findItemIds(trx, tenantId, { after }, limit),
}

async function documentsOf(trx: Transaction, tenantId: string, items: readonly ItemState[]): Promise<ItemDocument[]> {
  const entries = await fileEntriesOf(
    trx,
    tenantId,
    items.map((item) => indexedItem(item)),
  )
  return items.map((item, at) => ({
    contentItemId: item.contentItemId,
    contentTypeId: item.contentTypeId,
    kind: item.kind,
    isDeleted: item.isDeleted,
    rows: [...item.variations.values()].map((variation) => rowOf(item, variation)),
    keys: entries[at]?.keys ?? [],
    words: entries[at]?.words ?? [],
    live: entries[at]?.live ?? [],
  }))
}

function rowOf(item: ItemState, variation: VariationState): RowDocument {
  const { variationId, snapshot } = variation
  const { name, from } = listedName(item, variationId)
  const languageCode = item.languages.get(variationId) ?? 'en-US'
  // A deleted item is not live.
  const isLive = snapshot !== null && !item.isDeleted
  return {
    contentVariationId: variation.contentVariationId,
    variationId,
    status: variation.status,
    name,
    nameVariationId: from,
    itemName: item.name === name ? null : item.name,
    nameKey: collationKey(name, languageCode),
    liveNameKey: isLive && snapshot.name !== name ? collationKey(snapshot.name, languageCode) : null,
    modifiedAt: variation.modifiedAt,
    modifiedBy: variation.modifiedBy,
    completeness: variation.completeness,
    readiness: variation.readiness,
    translation: variation.translation,
    version: variation.version,
    binaryId: variation.binaryId,
    mimeType: variation.mimeType,
    isLive,
    hasUnpublishedChanges: variation.hasUnpublishedChanges,
    deliveryTargets: variation.deliveryTargets,
    missingFields: variation.missingFields,
  }
}
