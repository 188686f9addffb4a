import { isDeepStrictEqual } from 'node:util'
import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { inOneGo, type Steps } from '@pim/field-types/steps'
import type { KeyUse } from '../../../core/sortable-key.ts'
import { DocumentTexts } from './document-texts.ts'
import { type KeyOfValue, keysOfValue } from './index-keys.ts'
import type {
  EntryScope,
  IndexChange,
  IndexedItem,
  PlacedReference,
  ProjectedVariation,
  PublishedVariation,
  SpaceField,
} from './projected-variation.ts'
import type { DocumentWords } from './search-words.ts'
import { type Reach, Variations } from './space.ts'

/** The variations that share an entry, what it is of, and whether it stands for working copies, for what is live, or both. */
export interface Placed {
  readonly field: SpaceField
  readonly reach: Reach
  readonly scope: EntryScope
}

export interface KeyEntry extends Placed {
  readonly key: string
  readonly position: number
  readonly use: KeyUse
}

export interface ReferenceEntry extends Placed, PlacedReference {}

/** Words of a document, with the variations that share it. */
export interface WordsEntry extends Pick<Placed, 'reach' | 'scope'> {
  readonly words: DocumentWords
}

export interface Entries {
  readonly keys: readonly KeyEntry[]
  readonly references: readonly ReferenceEntry[]
}

/** References that a change of an item adds and removes, and what is live and differs. Keys stand in files, which are written behind it. */
export interface EntryDifference {
  readonly contentItemId: string
  readonly variations: Variations
  /** References that are no longer right. */
  readonly gone: readonly ReferenceEntry[]
  /** References that were not there. */
  readonly made: readonly ReferenceEntry[]
  /** What is live and differs. */
  readonly delivered: readonly DeliveredChange[]
}

export interface DeliveredChange {
  readonly before: PublishedVariation | undefined
  readonly after: PublishedVariation | undefined
}

/**
 * Compares the entries of two states of an item. Fields are looked at only where some variation has another value than
 * before, which is seen by reference: values that a change did not touch are the same objects.
 */
export const differenceOf = (before: IndexedItem | null, after: IndexedItem): EntryDifference =>
  inOneGo(differenceInSteps(before, after))

/** The same in steps: values with thousands of references take their time. */
export function* differenceInSteps(before: IndexedItem | null, after: IndexedItem): Steps<EntryDifference> {
  const variations = new Variations([...(before?.working ?? []), ...after.working].map((each) => each.variationId))
  const pairs = { working: pairsOf(before?.working, after.working), live: pairsOf(before?.live, after.live) }
  const changed = [...pairs.working, ...pairs.live].filter(isChanged)
  const isWhole = before === null || hasMoved(before, after) || changed.some(([was, is]) => !was || !is)
  const fields = after.contentType.fields.filter((field) => isWhole || changed.some(valueDiffers(field)))
  const oldFields = isWhole ? (before?.contentType.fields ?? []) : fields
  return {
    contentItemId: after.contentItemId,
    variations,
    ...difference(
      before === null ? [] : yield* referenceEntriesOf(before, oldFields, variations),
      yield* referenceEntriesOf(after, fields, variations),
    ),
    delivered: deliveredChanges({ before, after }),
  }
}

/** What is live of an item and differs. */
export const deliveredChanges = ({ before, after }: IndexChange): DeliveredChange[] =>
  pairsOf(before?.live, after?.live)
    .filter(([was, is]) => !was || !is || deliveryDiffers(was, is))
    .map(([was, is]) => ({ before: was, after: is }))

type Pair<Document> = readonly [Document | undefined, Document | undefined]

function pairsOf<Document extends ProjectedVariation>(
  before: readonly Document[] = [],
  after: readonly Document[] = [],
): Pair<Document>[] {
  const was = new Map(before.map((document) => [document.variationId, document]))
  const pairs = after.map((document): Pair<Document> => [was.get(document.variationId), document])
  const is = new Set(after.map(({ variationId }) => variationId))
  return [
    ...pairs,
    ...before.flatMap((document): Pair<Document>[] => (is.has(document.variationId) ? [] : [[document, undefined]])),
  ]
}

const isChanged = ([was, is]: Pair<ProjectedVariation>): boolean =>
  !was || !is || was.values !== is.values || was.name !== is.name

const valueDiffers =
  ({ technicalName }: Field) =>
  ([was, is]: Pair<ProjectedVariation>): boolean =>
    was?.values[technicalName]?.value !== is?.values[technicalName]?.value

/** Every entry lies elsewhere. */
const hasMoved = (before: IndexedItem, after: IndexedItem): boolean =>
  before.contentType !== after.contentType ||
  before.contentTypeId !== after.contentTypeId ||
  before.isDeleted !== after.isDeleted

function deliveryDiffers(was: PublishedVariation, is: PublishedVariation): boolean {
  if (
    was.name !== is.name ||
    was.publishedVersion !== is.publishedVersion ||
    was.publishedAt !== is.publishedAt ||
    was.contentType !== is.contentType ||
    was.deliveryTargets.join() !== is.deliveryTargets.join()
  )
    return true
  if (was.values === is.values) return false
  return is.contentType.fields.some(({ technicalName }) => {
    const [one, other] = [was.values[technicalName], is.values[technicalName]]
    return one?.sourceVariationId !== other?.sourceVariationId || !isDeepStrictEqual(one?.value, other?.value)
  })
}

function difference(
  before: readonly ReferenceEntry[],
  after: readonly ReferenceEntry[],
): Pick<EntryDifference, 'gone' | 'made'> {
  const is = new Map(after.map((entry) => [nameOf(entry), entry]))
  const gone = before.filter((entry) => !is.delete(nameOf(entry)))
  return { gone, made: [...is.values()] }
}

const nameOf = ({ field, reach, scope, kind, id, position }: ReferenceEntry): string =>
  `${field.contentTypeId}|${field.technicalFieldName}|${reach}|${scope}|${kind}${id}${position}`

/** The variations that have something, in their working copies and live. */
interface Holders {
  working: Reach
  live: Reach
}

/** Who has what, for each of the things that the variations of the item have. */
function holdersOf<Thing>(
  { working, live }: IndexedItem,
  variations: Variations,
  thingOf: (document: ProjectedVariation) => Thing,
): Map<Thing, Holders> {
  const all = new Map<Thing, Holders>()
  const holders = (document: ProjectedVariation) => {
    const thing = thingOf(document)
    const known = all.get(thing)
    if (known !== undefined) return known
    const made = { working: 0n, live: 0n }
    all.set(thing, made)
    return made
  }
  for (const document of working) holders(document).working |= variations.bitOf(document.variationId)
  for (const document of live) holders(document).live |= variations.bitOf(document.variationId)
  return all
}

/**
 * The entries of something that these variations have: one where the same ones have it in their working copies and live,
 * otherwise one for each of the two. So the sets of variations that have entries stay few: those that share a value.
 */
function placesOf({ isDeleted }: IndexedItem, { working, live }: Holders): { scope: EntryScope; reach: Reach }[] {
  if (isDeleted) return working === 0n ? [] : [{ scope: 'd', reach: working }]
  if (working === live) return [{ scope: 'b', reach: working }]
  const places: { scope: EntryScope; reach: Reach }[] = [
    { scope: 'w', reach: working },
    { scope: 'p', reach: live },
  ]
  return places.filter(({ reach }) => reach !== 0n)
}

function* referenceEntriesOf(
  item: IndexedItem,
  fields: readonly Field[],
  variations: Variations,
): Steps<ReferenceEntry[]> {
  const entries: ReferenceEntry[] = []
  for (const field of fields) {
    if (!behaviourOf(field).canRefer) continue
    const pointed = new Merged<PlacedReference>()
    for (const [value, holders] of valuesOf(item, field, variations)) {
      for (const each of referencesOfValue(field, value))
        pointed.add(`${each.kind}${each.id}${each.position}`, each, holders)
      yield
    }
    for (const [reference, holders] of pointed.all())
      for (const place of placesOf(item, holders))
        entries.push({ ...place, field: spaceFieldOf(item, field), ...reference })
  }
  return entries
}

function* keyEntriesOf(item: IndexedItem, variations: Variations): Steps<KeyEntry[]> {
  const entries: KeyEntry[] = []
  for (const field of item.contentType.fields) {
    const found = new Merged<KeyOfValue>()
    for (const [value, holders] of valuesOf(item, field, variations)) {
      for (const each of keysOfValue(field, value))
        found.add(`${each.use}${each.position} ${each.qualifier}\n${each.key}`, each, holders)
      yield
    }
    for (const [{ qualifier, ...key }, holders] of found.all())
      for (const place of placesOf(item, holders))
        entries.push({ ...place, field: spaceFieldOf(item, field, qualifier), ...key })
  }
  return entries
}

const spaceFieldOf = ({ contentTypeId }: IndexedItem, { technicalName }: Field, qualifier = ''): SpaceField => ({
  contentTypeId,
  technicalFieldName: technicalName,
  qualifier,
})

/** The values of a field that are not empty, with those who have them. */
const valuesOf = (item: IndexedItem, field: Field, variations: Variations): [value: unknown, holders: Holders][] =>
  [...holdersOf(item, variations, (document) => document.values[field.technicalName]?.value)].filter(
    ([value]) => value !== undefined && !behaviourOf(field).isEmpty(value),
  )

/** Things of different values that are the same, with all who have them. */
class Merged<Thing> {
  readonly #all = new Map<string, readonly [Thing, Holders]>()

  add(name: string, thing: Thing, { working, live }: Holders): void {
    const known = this.#all.get(name)
    if (known === undefined) {
      this.#all.set(name, [thing, { working, live }])
      return
    }
    const [, holders] = known
    holders.working |= working
    holders.live |= live
  }

  all(): Iterable<readonly [Thing, Holders]> {
    return this.#all.values()
  }
}

/** The references of a value, without duplicates. */
function referencesOfValue(field: Field, value: unknown): PlacedReference[] {
  const seen = new Set<string>()
  return behaviourOf(field)
    .references(value)
    .flatMap(({ kind, id }, position) => {
      if (seen.has(kind + id)) return []
      seen.add(kind + id)
      return [{ kind, id, position }]
    })
}

/** Words of all documents of an item. */
export function wordEntriesOf(item: IndexedItem, variations: Variations): WordsEntry[] {
  const found = new Merged<DocumentWords>()
  for (const [words, holders] of holdersOf(item, variations, new DocumentTexts().of(item)))
    found.add(words.id, words, holders)
  return [...found.all()].flatMap(([words, holders]) => placesOf(item, holders).map((place) => ({ ...place, words })))
}

/** All entries of an item by its fields. */
export const entriesOf = (item: IndexedItem, variations: Variations): Entries => ({
  keys: inOneGo(keyEntriesOf(item, variations)),
  references: inOneGo(referenceEntriesOf(item, item.contentType.fields, variations)),
})
