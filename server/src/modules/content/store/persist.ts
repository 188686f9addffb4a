import { isDeepStrictEqual } from 'node:util'
import { stateOfTranslation } from '@pim/contract/content-variation/translation.ts'
import type { LongValue } from '@pim/field-types'
import { each } from '@pim/field-types/steps'
import { afterSlice, inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { recordAll } from '../../audit/index.ts'
import { findMimeTypes } from '../../binary/index.ts'
import {
  appendCounts,
  type CountChange,
  type CountedAs,
  deliveredChanges,
  type IndexChange,
  rewriteIndex,
  tellDelivery,
  writeIndex,
} from '../../content-index/index.ts'
import type { NewEvent } from '../../events/index.ts'
import { insertLongValues, type PlacedLongValue } from '../../long-values/index.ts'
import { noteChangedItems } from '../../reader/index.ts'
import type { AuditNote } from '../domain/audit-notes.ts'
import {
  type ChangeCause,
  deriveChanges,
  indexChange,
  isSameVariation,
  type VersionEntry,
} from '../domain/derived-changes.ts'
import { isNamedAlike } from '../domain/fallback.ts'
import { requireItemSize } from '../domain/item-size.ts'
import { type ItemState, type VariationState, withLongValues, withVariation } from '../domain/item-state.ts'
import { claimChange, uniqueFieldsOf } from '../domain/unique-values.ts'
import { deleteCopies } from './item-read.repository.ts'
import {
  type DatedEntries,
  insertNewContent,
  isLiveStoredAlike,
  type NewContent,
  type PlacedVariation,
  updateContent,
  type VariationUpdate,
} from './item-write.repository.ts'
import { type ItemClaimChange, updateClaims } from './unique-value.repository.ts'
import { storedClaimChanges } from './write-claims.ts'

/** One item as it was locked, and as it is wanted. `before` is null for a new item. */
export interface ItemChange {
  readonly before: ItemState | null
  readonly wanted: ItemState
  readonly cause: ChangeCause
  /** Left out where the change follows from another one that has an audit entry. */
  readonly note?: AuditNote | undefined
}

export interface PersistOptions {
  /** Where another item holds a unique value: `refuse` throws, `leave` keeps the value without a claim. */
  readonly onConflict?: 'refuse' | 'leave'
  /**
   * Claims and index entries are made anew, also of items that stay as they are: after a change around them, of a type
   * or of fallbacks, what is stored may not be what the state before would give.
   */
  readonly rebuild?: boolean
}

/** Writes the difference between a locked state and the wanted one; answers the new state. */
export async function persist(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  wanted: ItemState,
  cause: ChangeCause,
  note: AuditNote,
): Promise<ItemState> {
  const [state] = await persistAll(trx, tenantId, [{ before, wanted, cause, note }])
  if (state === undefined) throw new Error('one change gives one state')
  return state
}

/** A change with everything that follows from it. */
interface Written {
  readonly before: ItemState | null
  readonly after: ItemState
  readonly entries: readonly VersionEntry[]
  readonly cause: ChangeCause
  readonly note: AuditNote | undefined
}

/**
 * Writes any number of changed items; every change of content comes through here. Each kind of row is one statement for
 * all items. History, unique claims, counts, audit and index entries are written in the same transaction. An item that
 * stays as it is writes nothing. Answers the new states in the order of the changes.
 */
export async function persistAll(
  trx: Transaction,
  tenantId: string,
  changes: readonly ItemChange[],
  { onConflict = 'refuse', rebuild = false }: PersistOptions = {},
): Promise<ItemState[]> {
  const long: PlacedLongValue[] = []
  const derived = await withMimeTypes(
    trx,
    tenantId,
    await inSlices(
      each(changes, function* ({ before, wanted: asked, cause, note }) {
        const made = new Map<string, LongValue>()
        const wanted = withLongValues(before, asked, made)
        // What follows from a change around an item comes to its end, however large the item becomes.
        if (!rebuild) yield* requireItemSize(before, wanted)
        const { item: after, entries } = deriveChanges(before, wanted, cause)
        for (const each of made.values()) long.push({ contentItemId: wanted.contentItemId, long: each })
        return { before, after, entries, cause, note }
      }),
    ),
  )
  const changed = derived.filter(isChange)
  const touched = rebuild ? derived : changed
  if (touched.length > 0) {
    const indexed = touched.map(({ before, after }) => indexChange(before, after))
    const allClaims = rebuild
      ? await storedClaimChanges(
          trx,
          tenantId,
          touched.map(({ after }) => after),
        )
      : touched.flatMap(claimChangesOf)
    const claims = allClaims.filter(({ taken, released }) => taken.length + released.length > 0)
    const counts = touched.flatMap(countChangesOf)
    const startedAt = performance.now()
    // Pipelined: new items first, because everything else refers to them, then what can still refuse the change.
    const rows = Promise.all([
      insertNewContent(trx, tenantId, newContentOf(touched)),
      long.length > 0 && insertLongValues(trx, tenantId, long),
      claims.length > 0 && updateClaims(trx, tenantId, claims, onConflict),
      writeRows(trx, tenantId, touched, rebuild),
      counts.length > 0 && appendCounts(trx, tenantId, counts),
      recordAll(
        trx,
        tenantId,
        changed.flatMap(({ cause, note }) =>
          note === undefined ? [] : [{ userId: cause.by, ...withBulkChange(note, cause) }],
        ),
        touched.map((each, at) =>
          isChange(each) ? eventOf(each, indexed[at]) : derivedEvent(each.after, each.cause.by),
        ),
      ),
    ])
    noteChangedItems(trx, tenantId)
    const after = indexed.flatMap((each) => each.after ?? [])
    if (rebuild)
      tellDelivery(
        trx,
        tenantId,
        indexed.flatMap((each) => each.before ?? []),
      )
    const entries = afterSlice(startedAt, () =>
      rebuild ? rewriteIndex(trx, tenantId, after) : writeIndex(trx, tenantId, indexed),
    )
    await Promise.all([rows, entries])
  }
  return derived.map((each) => (isChange(each) || each.before === null ? each.after : each.before))
}

/** Nobody has changed the item: what follows from its values was made anew, which readers of the log have to follow. */
export const derivedEvent = ({ contentItemId }: Pick<ItemState, 'contentItemId'>, by: string): NewEvent => ({
  by,
  kind: 'contentItem.derive',
  subjectKind: 'contentItem',
  subjectId: contentItemId,
})

/** Names what has changed and where it is delivered; values stand in the history. */
function eventOf({ after, entries, cause, note }: Written, indexed: IndexChange | undefined): NewEvent {
  const delivered = (indexed ? deliveredChanges(indexed) : []).flatMap(
    ({ before: was, after: is }) => (is ?? was)?.contentVariationId ?? [],
  )
  return {
    by: cause.by,
    kind: note?.action ?? `contentItem.${cause.action}`,
    subjectKind: 'contentItem',
    subjectId: after.contentItemId,
    details: {
      variations: Object.fromEntries(entries.map((entry) => [entry.contentVariationId, Object.keys(entry.changes)])),
      ...(delivered.length > 0 && { delivered }),
      ...(cause.bulkChangeId !== undefined && { bulkChangeId: cause.bulkChangeId }),
    },
  }
}

const isChange = ({ before, after, entries }: Written): boolean =>
  before === null ||
  [...after.variations].some(([id, { outdated }]) => outdated !== before.variations.get(id)?.outdated) ||
  entries.length > 0 ||
  before.isDeleted !== after.isDeleted ||
  before.variations.size !== after.variations.size

/** Derived only where a unique field or what is live may have changed, as most saves change neither. */
function claimChangesOf({ before, after, entries }: Written): ItemClaimChange[] {
  const fields = uniqueFieldsOf(after.type)
  if (fields.length === 0) return []
  const mayDiffer =
    before === null ||
    before.isDeleted !== after.isDeleted ||
    before.variations.size !== after.variations.size ||
    [...after.variations].some(([id, { snapshot }]) => before.variations.get(id)?.snapshot !== snapshot) ||
    fields.some(({ technicalName }) => entries.some(({ changes }) => Object.hasOwn(changes, technicalName)))
  return mayDiffer ? [{ contentItemId: after.contentItemId, ...claimChange(before, after) }] : []
}

const placedOf = ({ before, after }: Written) =>
  [...after.variations.values()].map((variation) => ({
    before,
    was: before?.variations.get(variation.variationId),
    item: after,
    variation,
  }))

const newContentOf = (changed: readonly Written[]): NewContent => {
  const made = changed.filter(({ before }) => before === null)
  return {
    items: made.map(({ after }) => after),
    placed: changed.flatMap(placedOf).filter(({ was }) => was === undefined),
    versions: made.map(entriesOf),
  }
}

/**
 * Writes the rows that differ, and the history entries. `rebuild`: also those of variations that seem alike, because a name
 * may come from another title than before.
 */
async function writeRows(
  trx: Transaction,
  tenantId: string,
  changed: readonly Written[],
  rebuild: boolean,
): Promise<void> {
  const gone = changed.flatMap(({ before, after }) =>
    [...(before?.variations.values() ?? [])].filter(({ variationId }) => !after.variations.has(variationId)),
  )
  const kept = changed
    .flatMap(placedOf)
    .flatMap(({ before, was, ...each }) => (before === null || was === undefined ? [] : [{ before, was, ...each }]))
  const updated = changed.flatMap(({ before, after }) => (before === null ? [] : [{ before, item: after }]))
  await Promise.all([
    deleteCopies(
      trx,
      tenantId,
      gone.map(({ contentVariationId }) => contentVariationId),
    ),
    updateContent(trx, tenantId, {
      items: updated.flatMap(({ before, item }) =>
        before.modifiedAt === item.modifiedAt && before.shared === item.shared
          ? []
          : [{ item, sharedDiffers: before.shared !== item.shared }],
      ),
      variations: kept.flatMap((each) => variationUpdateOf(each, rebuild)),
      versions: changed.filter(({ before }) => before !== null).map(entriesOf),
    }),
  ])
}

const entriesOf = ({ entries, cause: { by, at, bulkChangeId, source } }: Written): DatedEntries => ({
  entries,
  by,
  at,
  bulkChangeId,
  source,
})

const withBulkChange = (note: AuditNote, { bulkChangeId }: ChangeCause): AuditNote =>
  bulkChangeId === undefined ? note : { ...note, details: { ...note.details, bulkChangeId } }

interface KeptVariation extends PlacedVariation {
  readonly before: ItemState
  readonly was: VariationState
}

/** What is live is stored where it differs from the working copy, so a change of either may change what is stored. */
export function variationUpdateOf(
  { before, was, item, variation }: KeptVariation,
  isAlways: boolean,
): VariationUpdate[] {
  const ownDiffers = was.own !== variation.own
  const liveDiffers =
    was.snapshot !== variation.snapshot || !isLiveStoredAlike({ item: before, variation: was }, { item, variation })
  const isSame =
    !isAlways &&
    !ownDiffers &&
    !liveDiffers &&
    before.isDeleted === item.isDeleted &&
    isSameVariation(was, variation) &&
    isNamedAlike(before, item, variation.variationId)
  return isSame ? [] : [{ item, variation, ownDiffers, liveDiffers }]
}

export function countChangesOf({ before, after }: Pick<Written, 'before' | 'after'>): CountChange[] {
  const ids = new Set([...(before?.variations.keys() ?? []), ...after.variations.keys()])
  return [...ids].flatMap((id) => {
    const [was, is] = [before === null ? undefined : countedAs(before, id), countedAs(after, id)]
    return isDeepStrictEqual(was, is) ? [] : [{ before: was, after: is }]
  })
}

function countedAs(
  { variations, kind, contentTypeId, isDeleted }: ItemState,
  variationId: string,
): CountedAs | undefined {
  const variation = variations.get(variationId)
  if (variation === undefined) return undefined
  const { status, translation } = variation
  return { variationId, kind, contentTypeId, isDeleted, status, translationState: stateOfTranslation(translation) }
}

/** Looks up the mime types of files that variations did not have before. */
async function withMimeTypes(trx: Transaction, tenantId: string, written: readonly Written[]): Promise<Written[]> {
  const changedOf = ({ before, after }: Written) =>
    [...after.variations.values()].filter(
      ({ variationId, binaryId }) => binaryId !== (before?.variations.get(variationId)?.binaryId ?? null),
    )
  const binaryIds = new Set(written.flatMap(changedOf).flatMap(({ binaryId }) => (binaryId === null ? [] : [binaryId])))
  const mimeTypes: ReadonlyMap<string, string> =
    binaryIds.size === 0 ? new Map() : await findMimeTypes(trx, tenantId, [...binaryIds])
  return written.map((each) => ({
    ...each,
    after: changedOf(each).reduce(
      (state, variation) =>
        withVariation(state, { ...variation, mimeType: mimeTypes.get(variation.binaryId ?? '') ?? null }),
      each.after,
    ),
  }))
}
