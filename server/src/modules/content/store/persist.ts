import type { Transaction } from '../../../platform/database/transaction.ts'
import { record } from '../../audit/index.ts'
import { findMimeTypes } from '../../binary/index.ts'
import {
  type ProjectedVariation,
  projectPublished,
  projectWorking,
  withdrawPublished,
} from '../../content-index/index.ts'
import type { AuditNote } from '../domain/audit-notes.ts'
import type { ProjectionChange } from '../domain/derived-changes.ts'
import {
  type ChangeCause,
  type DerivedChanges,
  deriveChanges,
  isSameRow,
  projectionChange,
} from '../domain/derived-changes.ts'
import { type ItemState, withVariation } from '../domain/item-state.ts'
import { claimChange } from '../domain/unique-values.ts'
import {
  insertItem,
  insertVariations,
  insertVersions,
  type PlacedVariation,
  putSnapshots,
  removeSnapshots,
  updateContent,
} from './item-write.repository.ts'
import { updateClaims } from './unique-value.repository.ts'

/**
 * Writes the difference between a locked state and the wanted one; every change of content comes through here. History,
 * unique claims, audit and index entries are written in the same transaction. No difference writes nothing.
 */
export async function persist(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  wanted: ItemState,
  cause: ChangeCause,
  note: AuditNote,
): Promise<ItemState> {
  const derived = deriveChanges(before, wanted, cause)
  const after = await withMimeTypes(trx, tenantId, before, derived.item)
  if (before !== null && derived.entries.length === 0 && before.isDeleted === after.isDeleted) {
    return before
  }
  const claims = claimChange(before, after)
  await Promise.all([
    // First, because it can still refuse the change. For a new item it comes last: the claim refers to the item's row.
    before !== null && updateClaims(trx, tenantId, after.contentItemId, claims),
    writeRows(trx, tenantId, before, { ...derived, item: after }, cause),
    writeIndex(trx, tenantId, projectionChange(before, after)),
    record(trx, tenantId, { userId: cause.by, ...note }),
  ])
  if (before === null) await updateClaims(trx, tenantId, after.contentItemId, claims)
  return after
}

/** One item as it was locked, and as it is wanted. `before` is null for a new item. */
export interface ItemChange {
  readonly before: ItemState | null
  readonly wanted: ItemState
  readonly cause: ChangeCause
  readonly note: AuditNote
}

/** As `persist`, for any number of items; answers their new states in the same order. */
export async function persistAll(
  trx: Transaction,
  tenantId: string,
  changes: readonly ItemChange[],
): Promise<ItemState[]> {
  const states: ItemState[] = []
  for (const { before, wanted, cause, note } of changes)
    states.push(await persist(trx, tenantId, before, wanted, cause, note))
  return states
}

/** Writes the rows that differ, and the history entries. */
export async function writeRows(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  { item, entries }: DerivedChanges,
  cause: ChangeCause,
): Promise<void> {
  if (before === null) {
    await Promise.all([insertItem(trx, tenantId, item), insertVersions(trx, tenantId, { ...cause, entries })])
    return
  }
  const placed = [...item.variations.values()].map((variation) => ({ item, variation }))
  const wasOf = ({ variation }: PlacedVariation) => before.variations.get(variation.variationId)
  const ofItemDiffers = before.isDeleted !== item.isDeleted || before.name !== item.name
  const rows = placed.filter((each) => {
    const was = wasOf(each)
    return was !== undefined && (ofItemDiffers || !isSameRow(was, each.variation))
  })
  const added = placed.filter((each) => wasOf(each) === undefined)
  const own = placed.filter((each) => wasOf(each) !== undefined && wasOf(each)?.own !== each.variation.own)
  const live = placed.flatMap((each) => {
    const { snapshot } = each.variation
    return snapshot === null || snapshot === wasOf(each)?.snapshot ? [] : [{ ...each, snapshot }]
  })
  const gone = placed.filter((each) => each.variation.snapshot === null && wasOf(each)?.snapshot)
  await Promise.all([
    // Before their history entries, which refer to them.
    insertVariations(trx, tenantId, added),
    updateContent(trx, tenantId, {
      ...cause,
      item,
      differs: { row: before.modifiedAt !== item.modifiedAt, shared: before.shared !== item.shared },
      rows,
      own: own.map(({ variation }) => variation),
      entries,
    }),
    putSnapshots(trx, tenantId, live),
    removeSnapshots(
      trx,
      tenantId,
      gone.map(({ variation }) => variation.contentVariationId),
    ),
  ])
}

/** Looks up the mime types of files that variations did not have before. */
export async function withMimeTypes(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  item: ItemState,
): Promise<ItemState> {
  const changed = [...item.variations.values()].filter(
    (variation) => variation.binaryId !== (before?.variations.get(variation.variationId)?.binaryId ?? null),
  )
  if (changed.length === 0) return item
  const binaryIds = new Set(changed.flatMap(({ binaryId }) => (binaryId === null ? [] : [binaryId])))
  const mimeTypes = await findMimeTypes(trx, tenantId, [...binaryIds])
  return changed.reduce(
    (state, variation) =>
      withVariation(state, { ...variation, mimeType: mimeTypes.get(variation.binaryId ?? '') ?? null }),
    item,
  )
}

/**
 * Limits the work of one statement: two hundred variations that inherit two hundred fields would exceed the statement
 * timeout in a single one.
 */
const maxValuesPerStatement = 4_000

export async function writeIndex(trx: Transaction, tenantId: string, change: ProjectionChange): Promise<void> {
  if (change.withdrawn.length > 0) await withdrawPublished(trx, tenantId, change.withdrawn)
  for (const documents of portionsOf(change.working)) await projectWorking(trx, tenantId, documents)
  for (const documents of portionsOf(change.live)) await projectPublished(trx, tenantId, documents)
}

function portionsOf<Document extends ProjectedVariation>(documents: readonly Document[]): Document[][] {
  const portions: Document[][] = []
  let room = 0
  for (const document of documents) {
    const values = document.contentType.fields.length
    if (room < values || portions.length === 0) {
      portions.push([])
      room = maxValuesPerStatement
    }
    portions.at(-1)?.push(document)
    room -= values
  }
  return portions
}
