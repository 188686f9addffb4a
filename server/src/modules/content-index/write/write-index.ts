import { each } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { notifyDelivery } from '../../events/index.ts'
import { insertDeletedKeys, removeDeletedKeys } from './deleted-key.repository.ts'
import { deletedKeysOf } from './deleted-keys.ts'
import { differenceInSteps, type EntryDifference, type ReferenceEntry } from './entries.ts'
import type { IndexChange, IndexedItem, Space } from './projected-variation.ts'
import { beginRecipe } from './rebuild.repository.ts'
import { type ReferenceRow, removeReferencesOfItems, writeReferences } from './reference-entry.repository.ts'
import { settleSpaces, spaceOf } from './space.ts'
import { touchedByChanges, touchedByRemoval } from './touched.ts'

/**
 * Writes what differs between two states of items into the index, in the transaction of the change. Nothing that is
 * stored is read: the entries of the state before are those that it gives.
 */
export async function writeIndex(trx: Transaction, tenantId: string, changes: readonly IndexChange[]): Promise<void> {
  const removed = changes.flatMap(({ before, after }) => (after === null && before !== null ? [before] : []))
  const changed = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (removed.length > 0) {
    tellDelivery(trx, tenantId, removed)
    await removeEntries(trx, tenantId, idsOf(removed))
  }
  if (changed.length > 0) await beginRecipe(trx, tenantId)
  const differences = await differencesOf(changed)
  const delivered = differences.flatMap((difference) => difference.delivered)
  if (delivered.length > 0) notifyDelivery(trx, tenantId, touchedByChanges(delivered))
  await Promise.all([writeEntries(trx, tenantId, differences), writeDeleted(trx, tenantId, changed)])
}

/** Makes all entries of items anew, where what is stored may not be what their state before would give. */
export async function rewriteIndex(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): Promise<void> {
  await removeEntries(trx, tenantId, idsOf(items))
  if (items.length > 0) await beginRecipe(trx, tenantId)
  const differences = await differencesOf(items.map((after) => ({ before: null, after })))
  tellDelivery(trx, tenantId, items)
  await Promise.all([writeEntries(trx, tenantId, differences), insertDeleted(trx, tenantId, items)])
}

const idsOf = (items: readonly IndexedItem[]): string[] => items.map(({ contentItemId }) => contentItemId)

/** Tells servers that answers which they keep of these items are old. */
export function tellDelivery(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): void {
  const live = items.flatMap((item) => item.live)
  if (live.length > 0) notifyDelivery(trx, tenantId, touchedByRemoval(live))
}

async function removeEntries(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<void> {
  if (contentItemIds.length === 0) return
  await Promise.all([
    removeReferencesOfItems(trx, tenantId, contentItemIds),
    removeDeletedKeys(trx, tenantId, contentItemIds),
  ])
}

/** The keys of deleted items. A save of an item that is not deleted, and was not, sends nothing. */
async function writeDeleted(
  trx: Transaction,
  tenantId: string,
  changes: readonly { readonly before: IndexedItem | null; readonly after: IndexedItem }[],
): Promise<void> {
  const were = changes.flatMap(({ before }) => (before?.isDeleted ? [before.contentItemId] : []))
  if (were.length > 0) await removeDeletedKeys(trx, tenantId, were)
  await insertDeleted(
    trx,
    tenantId,
    changes.map(({ after }) => after),
  )
}

async function insertDeleted(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): Promise<void> {
  const made = items.flatMap(deletedKeysOf)
  await inPortions({ gone: [], made }, (_, some) => insertDeletedKeys(trx, tenantId, some))
}

const differencesOf = (
  changes: readonly { readonly before: IndexedItem | null; readonly after: IndexedItem }[],
): Promise<EntryDifference[]> =>
  inSlices(
    each(changes, function* ({ before, after }) {
      yield
      return yield* differenceInSteps(before, after)
    }),
  )

/** Limits the work of one statement and the memory that its parameters take. */
const maxRowsPerStatement = 4_000

/** Writes the references that differ. Those that stay are not looked at. */
async function writeEntries(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
): Promise<void> {
  const differing = differences.filter(({ gone, made }) => gone.length + made.length > 0)
  if (differing.length === 0) return
  const rows = rowsOf(differing, await settledSpaces(trx, tenantId, differing))
  await inPortions(rows, (gone, made) => writeReferences(trx, tenantId, gone, made))
}

/** The spaces that an entry lies in: one, or those of its single variations. */
type SpacesOf = (entry: ReferenceEntry) => readonly number[]

/** The spaces that the entries of these items lie in, all of them there. */
async function settledSpaces(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
): Promise<SpacesOf> {
  // Items with the same variations share their spaces: most items of a batch.
  const byVariations = new Map<string, Map<string, Space>>()
  const wanted = new Map<number, Space>()
  const spaceOfEntry = new Map<ReferenceEntry, Space>()
  for (const { variations, gone, made } of differences) {
    const known = byVariations.get(variations.name) ?? new Map<string, Space>()
    byVariations.set(variations.name, known)
    for (const entries of [gone, made])
      for (const entry of entries) {
        const { field, reach } = entry
        const name = `${field.contentTypeId}|${field.technicalFieldName}|${reach}`
        let space = known.get(name)
        if (space === undefined) {
          space = spaceOf(tenantId, field, variations.idsOf(reach))
          known.set(name, space)
          wanted.set(space.space, space)
        }
        spaceOfEntry.set(entry, space)
      }
  }
  const settled = await settleSpaces(trx, tenantId, [...wanted.values()])
  const numbers = new Map([...wanted].map(([number, space]) => [number, settled(space).map((each) => each.space)]))
  return (entry) => numbers.get(spaceOfEntry.get(entry)?.space ?? 0) ?? []
}

/** The rows of references; what is written again in the same place is not removed. */
function rowsOf(
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
): { readonly gone: ReferenceRow[]; readonly made: ReferenceRow[] } {
  const gone: ReferenceRow[] = []
  const made: ReferenceRow[] = []
  for (const { contentItemId, ...difference } of differences) {
    const rows = (entries: readonly ReferenceEntry[]) =>
      entries.flatMap((entry) =>
        spacesOf(entry).map((space): ReferenceRow => {
          const { scope, kind, id, position } = entry
          return { contentItemId, scope, space, kind, id, position }
        }),
      )
    const places = new Map(rows(difference.made).map((row) => [placeOf(row), row]))
    // One by one: an item may have more rows than a call takes arguments.
    for (const row of places.values()) made.push(row)
    for (const row of rows(difference.gone)) if (!places.has(placeOf(row))) gone.push(row)
  }
  return { gone, made }
}

/** Tells rows of one item apart. */
const placeOf = ({ space, scope, id }: ReferenceRow): string => `${space} ${scope} ${id}`

async function inPortions<Row>(
  { gone, made }: { readonly gone: readonly Row[]; readonly made: readonly Row[] },
  write: (gone: readonly Row[], made: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < Math.max(gone.length, made.length); at += maxRowsPerStatement)
    await write(gone.slice(at, at + maxRowsPerStatement), made.slice(at, at + maxRowsPerStatement))
}
