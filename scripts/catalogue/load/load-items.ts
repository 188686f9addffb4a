import type { ContentVariation, Variation } from '@pim/contract'
import { contract } from '@pim/contract'
import type { ApiSession } from './api-session.ts'
import { type KnownItem, readKnownItems, readVariations } from './known-items.ts'
import { inParallel, Progress } from './progress.ts'

export interface ItemToLoad {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly keyField: string
  /** By language; the default language's first, and values shared by all among them. */
  readonly values: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

export interface LoadCounts {
  created: number
  changed: number
  unchanged: number
  readonly perSecond: number
}

export interface LoadContext {
  readonly session: ApiSession
  readonly variations: ReadonlyMap<string, Variation>
  readonly defaultVariationId: string
  /** How many calls at a time. */
  readonly width: number
}

/** Creates what is not there, writes what differs, and answers what is there now, by key. */
export async function loadItems(
  context: LoadContext,
  title: string,
  items: readonly ItemToLoad[],
  prepare?: (item: ItemToLoad, known: KnownItem | undefined) => Promise<ItemToLoad>,
): Promise<{ known: Map<string, KnownItem>; counts: LoadCounts }> {
  const { session, defaultVariationId, width } = context
  const known = new Map<string, KnownItem>()
  const leftovers = new Map<string, KnownItem>()
  const keyFields = new Map(items.map(({ contentType, keyField }) => [contentType, keyField]))
  for (const [contentType, keyField] of keyFields) {
    const found = await readKnownItems(session, contentType, keyField, defaultVariationId)
    for (const [key, item] of found.byKey) known.set(`${contentType}/${key}`, item)
    for (const [name, item] of found.withoutKey) leftovers.set(`${contentType}/${name}`, item)
  }
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const progress = new Progress(title, items.length)
  await inParallel(items, width, async (given) => {
    const id = `${given.contentType}/${given.key}`
    const leftover = leftovers.get(`${given.contentType}/${given.name}`)
    leftovers.delete(`${given.contentType}/${given.name}`)
    const before = known.get(id) ?? leftover
    const item = prepare ? await prepare(given, before) : given
    const present = before ?? (await createItem(session, item))
    known.set(id, present)
    const changed = await writeValues(context, present, item)
    counts[before === undefined ? 'created' : changed ? 'changed' : 'unchanged']++
    progress.step()
  })
  return { known, counts: { ...counts, perSecond: progress.finish() } }
}

async function createItem(session: ApiSession, { name, contentType }: ItemToLoad): Promise<KnownItem> {
  const query = { name, technicalContentTypeName: contentType }
  const { contentItemId } = await session.call(contract.contentItem.createItem, { query })
  return { contentItemId, name, variations: await readVariations(session, contentItemId) }
}

async function writeValues({ session, variations }: LoadContext, known: KnownItem, item: ItemToLoad): Promise<boolean> {
  let changed = false
  if (known.name !== item.name) {
    await session.call(contract.contentItem.renameItem, {
      query: { contentItemId: known.contentItemId, name: item.name },
    })
    known.name = item.name
    changed = true
  }
  for (const [languageCode, values] of item.values) {
    const variationId = variations.get(languageCode)?.variationId ?? ''
    const before = known.variations.get(variationId)
    const fields = Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
    if (!before || fields.length === 0) continue
    const after = await session.call(contract.contentVariation.updateVariation, {
      body: { contentVariationId: before.contentVariationId, fields },
    })
    known.variations.set(variationId, after)
    changed ||= after.version !== before.version
  }
  return changed
}

/** Publishes each item in every variation; what is live as it stands is left alone. */
export async function publishAll(
  { session, width }: LoadContext,
  title: string,
  known: readonly KnownItem[],
): Promise<{ published: number; perSecond: number }> {
  let published = 0
  const progress = new Progress(title, known.length)
  await inParallel(known, width, async (item) => {
    // Read anew: writing one variation may have moved the others on.
    for (const variation of (await readVariations(session, item.contentItemId)).values()) {
      if (isLive(variation)) continue
      const params = { contentVariationId: variation.contentVariationId }
      await session.call(contract.contentVariation.publish, { params })
      published++
    }
    progress.step()
  })
  return { published, perSecond: progress.finish() }
}

const isLive = ({ status, hasUnpublishedChanges }: ContentVariation): boolean =>
  status === 'published' && !hasUnpublishedChanges
