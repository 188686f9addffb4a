import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Entries, EntryDifference, Placed } from './entries.ts'
import { type KeyRow, writeKeys } from './index-key.repository.ts'
import type { EntryPlace } from './projected-variation.ts'
import { type ReferenceRow, writeReferences } from './reference-entry.repository.ts'
import { settleSpaces } from './space.repository.ts'
import { type Space, spaceOf } from './space.ts'

/** Limits the work of one statement and the memory that its parameters take. */
const maxRowsPerStatement = 4_000

/** The spaces that an entry lies in: one, or those of its single variations. */
export type SpacesOf = (difference: EntryDifference, entry: Placed) => readonly number[]

/** The spaces that the entries of these items lie in, all of them there. */
export async function settledSpaces(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
): Promise<SpacesOf> {
  const known = new Map<EntryDifference, Map<string, Space>>(differences.map((each) => [each, new Map()]))
  const spaceFor: (difference: EntryDifference, entry: Placed) => Space = (difference, { field, reach }) => {
    const ofItem = known.get(difference) ?? new Map<string, Space>()
    const name = `${field.contentTypeId}|${field.technicalFieldName}|${field.qualifier}|${reach}`
    const space = ofItem.get(name) ?? spaceOf(tenantId, field, difference.variations.idsOf(reach))
    ofItem.set(name, space)
    return space
  }
  const wanted = new Map<number, Space>()
  for (const difference of differences)
    for (const { keys, references, words } of [difference.gone, difference.made])
      for (const entry of [...keys, ...references, ...words]) {
        const space = spaceFor(difference, entry)
        wanted.set(space.space, space)
      }
  const settled = await settleSpaces(trx, tenantId, [...wanted.values()])
  return (difference, entry) => settled(spaceFor(difference, entry)).map(({ space }) => space)
}

/** The rows of entries; what is written again in the same place is not removed. */
export function rowsOf<Entry extends Placed, Row>(
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
  entriesIn: (entries: Entries) => readonly Entry[],
  rowOf: (entry: Entry, place: EntryPlace) => Row,
  placeOf: (row: Row) => string,
): { readonly gone: Row[]; readonly made: Row[] } {
  const rows = (difference: EntryDifference, entries: Entries) =>
    entriesIn(entries).flatMap((entry) =>
      spacesOf(difference, entry).map((space) => {
        const row = rowOf(entry, { contentItemId: difference.contentItemId, scope: entry.scope, space })
        return [placeOf(row), row] as const
      }),
    )
  const made = new Map(differences.flatMap((difference) => rows(difference, difference.made)))
  const gone = differences.flatMap((difference) => rows(difference, difference.gone))
  return { gone: gone.flatMap(([place, row]) => (made.has(place) ? [] : [row])), made: [...made.values()] }
}

export async function writeFieldEntries(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
): Promise<void> {
  const keys = rowsOf(
    differences,
    spacesOf,
    (entries) => entries.keys,
    ({ key, use }, place): KeyRow => ({ ...place, key, use }),
    ({ contentItemId, space, scope, key }) => `${contentItemId} ${space} ${scope} ${key}`,
  )
  const references = rowsOf(
    differences,
    spacesOf,
    (entries) => entries.references,
    ({ kind, id, position }, place): ReferenceRow => ({ ...place, kind, id, position }),
    ({ contentItemId, space, scope, id }) => `${contentItemId} ${space} ${scope} ${id}`,
  )
  await Promise.all([
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
