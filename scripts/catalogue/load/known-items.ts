import type { ContentVariation, VersionSummary } from '@pim/contract'
import { contract } from '@pim/contract'
import type { ApiSession } from './api-session.ts'
import { inParallel } from './progress.ts'

export type VersionAction = VersionSummary['action']

export interface KnownItem {
  readonly contentItemId: string
  readonly name: string
  /** By variation id. */
  readonly variations: Map<string, ContentVariation>
  /** Deleted before or during this run; nothing is written to it and nothing refers to it. */
  readonly isDeleted: boolean
  /** By variation id, oldest first: what has been done to an item that was there before this run and may be unfinished. */
  readonly history: ReadonlyMap<string, readonly VersionAction[]> | undefined
  /** Somebody else has changed it: this run writes nothing of it. */
  isTaken: boolean
}

export interface KnownItems {
  readonly byKey: Map<string, KnownItem>
  /** By name: items whose run was cut short before they had their key. */
  readonly withoutKey: Map<string, KnownItem>
}

export interface ReadOptions {
  /** Left out: the name of an item is its key. */
  readonly keyField: string | undefined
  readonly defaultVariationId: string
}

const pageSize = 200

/** The items of a content type that the tenant has already, by their keys. Deleted ones count: they are not made anew. */
export async function readKnownItems(
  session: ApiSession,
  contentType: string,
  { keyField, defaultVariationId }: ReadOptions,
): Promise<KnownItems> {
  const found = await listItems(session, { contentTypeTechnicalNames: [contentType], isDeleted: false })
  const deleted = await listItems(session, { contentTypeTechnicalNames: [contentType], isDeleted: true })
  const byKey = new Map<string, KnownItem>()
  const withoutKey = new Map<string, KnownItem>()
  const rows = [
    ...found.map((row) => ({ ...row, isDeleted: false })),
    ...deleted.map((row) => ({ ...row, isDeleted: true })),
  ]
  await inParallel(rows, 8, async ({ contentItemId, name, isDeleted }) => {
    const variations = await readVariations(session, contentItemId, isDeleted)
    const history = isDeleted ? undefined : await readHistory(session, variations)
    const item = { contentItemId, name, variations, isDeleted, history, isTaken: false }
    const key = keyField === undefined ? name : variations.get(defaultVariationId)?.fields[keyField]?.value
    if (typeof key === 'string') byKey.set(key, item)
    else withoutKey.set(name, item)
  })
  return { byKey, withoutKey }
}

interface ItemFilter {
  readonly contentTypeTechnicalNames?: string[]
  readonly isDeleted: boolean
}

export async function listItems(
  session: ApiSession,
  { isDeleted, ...filter }: ItemFilter,
): Promise<{ contentItemId: string; name: string }[]> {
  const found: { contentItemId: string; name: string }[] = []
  for (let pageNumber = 1, totalPages = 1; pageNumber <= totalPages; pageNumber++) {
    const page = await session.call(contract.search.searchAll, {
      body: {
        paging: { pageNumber, pageSize },
        sorting: { field: 'name', direction: 'asc' },
        ...(isDeleted && { includeDeleted: true }),
        filtering: { ...filter, ...(isDeleted && { isDeleted }) },
      },
    })
    found.push(...page.items)
    totalPages = page.paging.totalPages
  }
  return found
}

export async function readVariations(
  session: ApiSession,
  contentItemId: string,
  includeDeleted = false,
): Promise<Map<string, ContentVariation>> {
  const request = { params: { contentItemId }, query: { includeDeleted } }
  const variations = await session.call(contract.contentItem.getItemVariations, request)
  return new Map(variations.map((variation) => [variation.variationId, variation]))
}

async function readHistory(
  session: ApiSession,
  variations: ReadonlyMap<string, ContentVariation>,
): Promise<Map<string, readonly VersionAction[]>> {
  const history = new Map<string, readonly VersionAction[]>()
  for (const [variationId, { contentVariationId }] of variations) {
    const request = { params: { contentVariationId }, query: { pageSize } }
    const { items } = await session.call(contract.contentVariation.getVersions, request)
    history.set(variationId, items.map(({ action }) => action).reverse())
  }
  return history
}
