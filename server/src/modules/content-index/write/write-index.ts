import { each } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { differenceInSteps, type Entries, type EntryDifference, type Placed } from './entries.ts'
import { insertKeys, type KeyRow, removeKeysOfItems, writeKeys } from './index-key.repository.ts'
import type { EntryPlace, IndexChange, IndexedItem, Space } from './projected-variation.ts'
import { type ReferenceRow, removeReferencesOfItems, writeReferences } from './reference-entry.repository.ts'
import { settleSpaces, spaceOf } from './space.ts'
import { rewriteDelivered, writeDelivered } from './write-delivered.ts'

/**
 * Writes what differs between two states of items into the index, in the transaction of the change. Nothing that is
 * stored is read: the entries of the state before are those that it gives.
 */
export async function writeIndex(trx: Transaction, tenantId: string, changes: readonly IndexChange[]): Promise<void> {
  const removed = changes.flatMap(({ before, after }) =>
    after === null && before !== null ? [before.contentItemId] : [],
  )
  const changed = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (removed.length > 0)
    await Promise.all([removeEntries(trx, tenantId, removed), rewriteDelivered(trx, tenantId, removed, [])])
  const differences = await differencesOf(changed)
  const delivered = differences.flatMap((difference) => difference.delivered)
  await Promise.all([
    delivered.length > 0 && writeDelivered(trx, tenantId, delivered),
    writeEntries(trx, tenantId, differences),
  ])
}

/** Makes all entries of items anew, where what is stored may not be what their state before would give. */
export async function rewriteIndex(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): Promise<void> {
  const ids = items.map(({ contentItemId }) => contentItemId)
  await removeEntries(trx, tenantId, ids)
  const differences = await differencesOf(items.map((after) => ({ before: null, after })))
  const live = items.flatMap((item) => item.live)
  await Promise.all([rewriteDelivered(trx, tenantId, ids, live), writeEntries(trx, tenantId, differences)])
}

/** The same where what is stored may be wrong under a right name, as delivered JSON under its hash: nothing of it is kept. */
export async function remakeIndex(trx: Transaction, tenantId: string, items: readonly IndexedItem[]): Promise<void> {
  await rewriteDelivered(
    trx,
    tenantId,
    items.map(({ contentItemId }) => contentItemId),
    [],
  )
  await rewriteIndex(trx, tenantId, items)
}

async function removeEntries(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<void> {
  if (contentItemIds.length === 0) return
  await Promise.all([
    removeKeysOfItems(trx, tenantId, contentItemIds),
    removeReferencesOfItems(trx, tenantId, contentItemIds),
  ])
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

/** Writes the entries that differ. Those that stay are not looked at. */
async function writeEntries(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
): Promise<void> {
  if (differences.length === 0) return
  const spacesOf = await settledSpaces(trx, tenantId, differences)
  await writeFieldEntries(trx, tenantId, differences, spacesOf)
}

/** The spaces that an entry lies in: one, or those of its single variations. */
type SpacesOf = (entry: Placed) => readonly number[]

/** The spaces that the entries of these items lie in, all of them there. */
async function settledSpaces(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
): Promise<SpacesOf> {
  // Items with the same variations share their spaces: most items of a batch.
  const byVariations = new Map<string, Map<string, Space>>()
  const wanted = new Map<number, Space>()
  const spaceOfEntry = new Map<Placed, Space>()
  for (const { variations, gone, made } of differences) {
    const known = byVariations.get(variations.name) ?? new Map<string, Space>()
    byVariations.set(variations.name, known)
    for (const { keys, references } of [gone, made])
      for (const entries of [keys, references])
        for (const entry of entries) {
          const { field, reach } = entry
          const name = `${field.contentTypeId}|${field.technicalFieldName}|${field.qualifier}|${reach}`
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

/** The rows of entries; what is written again in the same place is not removed. */
function rowsOf<Entry extends Placed, Row>(
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
  entriesIn: (entries: Entries) => readonly Entry[],
  rowOf: (entry: Entry, place: EntryPlace) => Row,
  /** A key that tells rows of one item apart. */
  placeOf: (row: Row) => string,
): { readonly gone: Row[]; readonly made: Row[] } {
  const gone: Row[] = []
  const made: Row[] = []
  for (const difference of differences) {
    const { contentItemId } = difference
    const rows = (entries: Entries) =>
      entriesIn(entries).flatMap((entry) =>
        spacesOf(entry).map((space) => rowOf(entry, { contentItemId, scope: entry.scope, space })),
      )
    const places = new Map(rows(difference.made).map((row) => [placeOf(row), row]))
    // One by one: an item may have more rows than a call takes arguments.
    for (const row of places.values()) made.push(row)
    for (const row of rows(difference.gone)) if (!places.has(placeOf(row))) gone.push(row)
  }
  return { gone, made }
}

async function writeFieldEntries(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
): Promise<void> {
  const keysOf = (some: readonly EntryDifference[]) =>
    rowsOf(
      some,
      spacesOf,
      (entries) => entries.keys,
      ({ key, use }, place): KeyRow => ({ ...place, key, use }),
      ({ space, scope, key }) => `${space} ${scope} ${key}`,
    )
  const fresh = keysOf(differences.filter(({ isNew }) => isNew))
  const keys = keysOf(differences.filter(({ isNew }) => !isNew))
  const references = rowsOf(
    differences,
    spacesOf,
    (entries) => entries.references,
    ({ kind, id, position }, place): ReferenceRow => ({ ...place, kind, id, position }),
    ({ space, scope, id }) => `${space} ${scope} ${id}`,
  )
  await Promise.all([
    inPortions(fresh, (_, made) => insertKeys(trx, tenantId, made)),
    inPortions(keys, (gone, made) => writeKeys(trx, tenantId, gone, made)),
    inPortions(references, (gone, made) => writeReferences(trx, tenantId, gone, made)),
  ])
}

async function inPortions<Row>(
  { gone, made }: { readonly gone: readonly Row[]; readonly made: readonly Row[] },
  write: (gone: readonly Row[], made: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < Math.max(gone.length, made.length); at += maxRowsPerStatement)
    await write(gone.slice(at, at + maxRowsPerStatement), made.slice(at, at + maxRowsPerStatement))
}
