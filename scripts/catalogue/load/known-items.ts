import type { ContentVariation } from '@pim/contract'
import { contract } from '@pim/contract'
import type { ApiSession } from './api-session.ts'
import { inParallel } from './progress.ts'

export interface KnownItem {
  readonly contentItemId: string
  name: string
  /** By variation id. */
  readonly variations: Map<string, ContentVariation>
}

const pageSize = 200

/**
 * The items of a content type that the tenant has already, by the key that they keep in a field. An item whose run
 * was cut short before it had its key is found by its name, so that the next run goes on with it.
 */
export async function readKnownItems(
  session: ApiSession,
  contentType: string,
  keyField: string,
  defaultVariationId: string,
): Promise<{ byKey: Map<string, KnownItem>; withoutKey: Map<string, KnownItem> }> {
  const found: { contentItemId: string; name: string }[] = []
  for (let pageNumber = 1, totalPages = 1; pageNumber <= totalPages; pageNumber++) {
    const page = await session.call(contract.search.searchAll, {
      body: {
        paging: { pageNumber, pageSize },
        sorting: { field: 'name', direction: 'asc' },
        filtering: { contentTypeTechnicalNames: [contentType] },
      },
    })
    found.push(...page.items)
    totalPages = page.paging.totalPages
  }
  const byKey = new Map<string, KnownItem>()
  const withoutKey = new Map<string, KnownItem>()
  await inParallel(found, 8, async ({ contentItemId, name }) => {
    const item = { contentItemId, name, variations: await readVariations(session, contentItemId) }
    const key = item.variations.get(defaultVariationId)?.fields[keyField]?.value
    if (typeof key === 'string') byKey.set(key, item)
    else withoutKey.set(name, item)
  })
  return { byKey, withoutKey }
}

export async function readVariations(
  session: ApiSession,
  contentItemId: string,
): Promise<Map<string, ContentVariation>> {
  const variations = await session.call(contract.contentItem.getItemVariations, { params: { contentItemId } })
  return new Map(variations.map((variation) => [variation.variationId, variation]))
}
