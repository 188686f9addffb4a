import type { ContentVariation, Status } from '@pim/contract'
import { contract } from '@pim/contract'
import { isConflict } from './api-session.ts'
import { stepsIn } from './changes-of-others.ts'
import { type KnownItem, type KnownItems, readKnownItems, readVariations } from './known-items.ts'
import { type ItemToLoad, idOf, type LoadContext } from './load-context.ts'
import { inParallel, Progress } from './progress.ts'
import type { Values } from './references.ts'

export interface LoadCounts {
  created: number
  changed: number
  unchanged: number
  readonly perSecond: number
}

/** What the tenant has of the types of these items, by `<content type>/<key>` and `<content type>/<name>`. */
export async function readKnown(context: LoadContext, items: readonly ItemToLoad[]): Promise<KnownItems> {
  const byKey = new Map<string, KnownItem>()
  const withoutKey = new Map<string, KnownItem>()
  const keyFields = new Map(items.map(({ contentType, keyField }) => [contentType, keyField]))
  for (const [contentType, keyField] of keyFields) {
    const found = await readKnownItems(context.session, contentType, { ...context, keyField })
    for (const [key, item] of found.byKey) byKey.set(idOf({ contentType, key }), item)
    for (const [name, item] of found.withoutKey) withoutKey.set(idOf({ contentType, key: name }), item)
  }
  return { byKey, withoutKey }
}

/** Creates what is not there and writes what differs; what is new is among the known afterwards. */
export async function loadItems(
  context: LoadContext,
  title: string,
  items: readonly ItemToLoad[],
  { byKey: known, withoutKey: leftovers }: KnownItems,
  prepare?: (item: ItemToLoad, known: KnownItem | undefined) => Promise<ItemToLoad>,
): Promise<LoadCounts> {
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const progress = new Progress(title, items.length)
  await inParallel(items, context.width, async (given) => {
    const id = idOf(given)
    const leftoverId = idOf({ ...given, key: given.name })
    const before = known.get(id) ?? leftovers.get(leftoverId)
    leftovers.delete(leftoverId)
    const item = prepare ? await prepare(given, before) : given
    const present = before ?? (await createItem(context, item))
    known.set(id, present)
    const changed = await writeValues(context, present, item)
    counts[before === undefined ? 'created' : changed ? 'changed' : 'unchanged']++
    progress.step()
    context.step()
  })
  return { ...counts, perSecond: progress.finish() }
}

async function createItem(context: LoadContext, { name, contentType, author }: ItemToLoad): Promise<KnownItem> {
  const query = { name, technicalContentTypeName: contentType }
  const { contentItemId } = await context.writer(author).call(contract.contentItem.createItem, { query })
  const variations = await readVariations(context.session, contentItemId)
  return { contentItemId, name, variations, isDeleted: false, history: undefined, isTaken: false }
}

async function writeValues(context: LoadContext, known: KnownItem, item: ItemToLoad): Promise<boolean> {
  if (known.isDeleted || known.isTaken) return false
  let changed = false
  for (const [languageCode, values] of item.values) {
    const variationId = context.variations.get(languageCode)?.variationId ?? ''
    const before = known.variations.get(variationId)
    if (!before || isSettled(known, before, item.status(languageCode))) continue
    const author = variationId === context.defaultVariationId ? item.author : undefined
    const after = await save(context, known, before, values, author)
    if (after === undefined) return changed
    known.variations.set(variationId, after)
    changed ||= after.version !== before.version
  }
  return changed
}

/** An interrupted run had come as far as the steps, which follow the values; or it is archived, as it is meant to be. */
const isSettled = ({ history }: KnownItem, { status, variationId }: ContentVariation, wanted: Status): boolean =>
  (wanted === 'archived' && status === 'archived') || stepsIn(history?.get(variationId) ?? []).length > 0

/** Saves over what was seen, field by field. Undefined: somebody else is at this item, and it is theirs from now on. */
export async function save(
  { writer }: LoadContext,
  known: KnownItem,
  before: ContentVariation,
  values: Values,
  author?: string,
): Promise<ContentVariation | undefined> {
  const fields = Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
  if (fields.length === 0) return before
  const { contentVariationId, version } = before
  const body = { contentVariationId, fields, baseVersion: version }
  return unlessTaken(known, () => writer(author).call(contract.contentVariation.updateVariation, { body }))
}

/** Gives way to whoever was faster: the item is theirs from now on. */
export async function unlessTaken<T>(known: KnownItem, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isConflict(error)) throw error
    known.isTaken = true
    return undefined
  }
}
