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

/** What a change of an item changes in the index. */
export interface EntryDifference {
  readonly contentItemId: string
  /** Nothing of the item is in the index. */
  readonly isNew: boolean
  readonly variations: Variations
  /** Entries that are no longer right. */
  readonly gone: Entries
  /** Entries that were not there. */
  readonly made: Entries
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

/** The same in steps: the keys of a type with two hundred texts take their time. */
export function* differenceInSteps(before: IndexedItem | null, after: IndexedItem): Steps<EntryDifference> {
  const variations = new Variations([...(before?.working ?? []), ...after.working].map((each) => each.variationId))
  const pairs = { working: pairsOf(before?.working, after.working), live: pairsOf(before?.live, after.live) }
  const changed = [...pairs.working, ...pairs.live].filter(isChanged)
  const isWhole = before === null || hasMoved(before, after) || changed.some(([was, is]) => !was || !is)
  const fields = after.contentType.fields.filter((field) => isWhole || changed.some(valueDiffers(field)))
  const oldFields = isWhole ? (before?.contentType.fields ?? []) : fields
  const [was, is] = [
    before === null ? nothing : yield* fieldEntriesOf(before, oldFields, variations),
    yield* fieldEntriesOf(after, fields, variations),
  ]
  const [keys, references] = [
    difference(was.keys, is.keys, ({ key, use }) => `${use}${key}`),
    difference(was.references, is.references, ({ kind, id, position }) => `${kind}${id}${position}`),
  ]
  return {
    contentItemId: after.contentItemId,
    isNew: before === null,
    variations,
    gone: { keys: keys.gone, references: references.gone },
    made: { keys: keys.made, references: references.made },
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

function difference<Entry extends Placed>(
  before: readonly Entry[],
  after: readonly Entry[],
  nameOf: (entry: Entry) => string,
): { readonly gone: Entry[]; readonly made: Entry[] } {
  const whole = (entry: Entry) => {
    const { field, reach, scope } = entry
    return `${field.contentTypeId}|${field.technicalFieldName}|${field.qualifier}|${reach}|${scope}|${nameOf(entry)}`
  }
  const is = new Map(after.map((entry) => [whole(entry), entry]))
  const gone = before.filter((entry) => !is.delete(whole(entry)))
  return { gone, made: [...is.values()] }
}

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

const nothing: Entries = { keys: [], references: [] }

function* fieldEntriesOf(item: IndexedItem, fields: readonly Field[], variations: Variations): Steps<Entries> {
  const keys: KeyEntry[] = []
  const references: ReferenceEntry[] = []
  for (const field of fields) {
    const { technicalName } = field
    const ofField = { contentTypeId: item.contentTypeId, technicalFieldName: technicalName }
    const found = new Merged<KeyOfValue>()
    const pointed = new Merged<PlacedReference>()
    const values = holdersOf(item, variations, (document) => document.values[technicalName]?.value)
    for (const [value, holders] of values) {
      if (value === undefined || behaviourOf(field).isEmpty(value)) continue
      for (const each of keysOfValue(field, value))
        found.add(`${each.use}${each.qualifier}\n${each.key}`, each, holders)
      for (const each of referencesOfValue(field, value))
        pointed.add(`${each.kind}${each.id}${each.position}`, each, holders)
      yield
    }
    for (const [{ qualifier, key, use }, holders] of found.all())
      for (const place of placesOf(item, holders)) keys.push({ ...place, field: { ...ofField, qualifier }, key, use })
    for (const [reference, holders] of pointed.all())
      for (const place of placesOf(item, holders))
        references.push({ ...place, field: { ...ofField, qualifier: '' }, ...reference })
  }
  return { keys, references }
}

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

/** All entries of an item. */
export const entriesOf = (item: IndexedItem): EntryDifference => differenceOf(null, item)
