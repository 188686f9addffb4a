import type { KeptChange } from '@pim/contract'
import type { LongValue } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { AskedItem } from '../batch/batch-entry.ts'
import { deletedEntry, nameEntry, publishEntry, targetsEntry } from '../domain/derived-changes.ts'
import type { ItemState, Outdated } from '../domain/item-state.ts'
import type { LiveBack } from '../domain/planned-item.ts'
import { withoutMarks } from '../domain/translation.ts'
import { claimsOf } from '../domain/unique-values.ts'
import { fieldsOf, isShared, readStored, type Slot } from '../domain/values.ts'
import { findUsersOfEach, type LeavingOf, type Users } from '../operations/delete-item.ts'
import { findOpenUndos } from '../store/bulk-change-row.repository.ts'
import { findSlotsOfVersions, type KeptSlot } from '../store/history.repository.ts'
import { findLastChanges } from '../store/last-change.repository.ts'
import { wholeSlots } from '../store/long-contents.ts'
import { findHolders } from '../store/unique-value.repository.ts'
import { askedOf } from './asked-item.ts'
import type { WaitingRow, WrittenVersions } from './bulk-change.ts'

interface TakenBack {
  readonly asked?: AskedItem
  readonly isDeletion?: true
  readonly isRestoration?: true
  readonly waitsFor?: readonly string[]
  readonly kept: readonly KeptChange[]
  readonly problem?: Problem
}

/**
 * Which items are deleted by the same undo, or changed back where they linked: of rows that are not done yet, of items that nobody has
 * changed since, and not of `vain` rows.
 */
export const leavingWith =
  (trx: Transaction, tenantId: string, bulkChangeId: string, vain: ReadonlySet<number>): LeavingOf =>
  async (ids) => {
    const rows = await findOpenUndos(trx, tenantId, bulkChangeId, ids)
    return new Set(rows.flatMap(({ position, contentItemId }) => (vain.has(position) ? [] : [contentItemId])))
  }

/** Data of an undo that is read once for a whole slice of rows. */
export interface UndoGround {
  /** Items that link to one which would be deleted, by the id of that item; absent where there are none. */
  readonly users: ReadonlyMap<string, Users>
  /** Values that the versions have changed, by content variation. */
  readonly slots: ReadonlyMap<string, readonly KeptSlot[]>
}

export async function readUndoGround(
  trx: Transaction,
  tenantId: string,
  rows: readonly WaitingRow[],
  leavingOf: LeavingOf,
): Promise<UndoGround> {
  const made: string[] = []
  const versions = new Map<string, number>()
  for (const { contentItemId, asked } of rows) {
    if (contentItemId === null || asked === null || !('undo' in asked) || asked.undo.isDeleted) continue
    if (asked.undo.isCreated) made.push(contentItemId)
    else for (const [id, version] of Object.entries(asked.undo.versions)) versions.set(id, version)
  }
  const users = await findUsersOfEach(trx, tenantId, made, leavingOf)
  const slots = await findSlotsOfVersions(trx, tenantId, versions)
  return { users, slots: Map.groupBy(slots, ({ contentVariationId }) => contentVariationId) }
}

/**
 * What takes these versions back: the value before for each field that nobody has changed since, and an item that was made is
 * deleted. What somebody has changed stays as it is, and is named.
 */
export async function takenBack(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  { isCreated, isDeleted, versions, marks = {}, lives = {} }: WrittenVersions,
  ground: UndoGround,
): Promise<TakenBack> {
  if (isDeleted) return restorationOf(trx, tenantId, item)
  if (isCreated) return deletionOf(item, versions, ground.users.get(item.contentItemId))
  const slots = Object.keys(versions).flatMap((id) => ground.slots.get(id) ?? [])
  const { edits, name, kept } = await backOf(trx, tenantId, item, slots)
  const unmarked = await unmarkedOf(trx, tenantId, item, marks)
  const live = livesBackOf(item, lives)
  return {
    kept: [...kept, ...unmarked.kept, ...live.kept],
    asked: askedOf(item, edits, { name, outdated: unmarked.outdated, livesBack: live.back }),
  }
}

/** What was live before, of the variations that somebody has neither published nor unpublished since. */
function livesBackOf(
  item: ItemState,
  lives: NonNullable<WrittenVersions['lives']>,
): { readonly back: ReadonlyMap<string, LiveBack>; readonly kept: readonly KeptChange[] } {
  const back = new Map<string, LiveBack>()
  const kept: KeptChange[] = []
  const known = new Map<string, LongValue>()
  for (const { contentVariationId, variationId, snapshot, modifiedBy, modifiedAt } of item.variations.values()) {
    const replaced = lives[contentVariationId]
    if (replaced === undefined) continue
    const { before, now, status } = replaced
    if (snapshot?.version === now?.version && snapshot?.publishedAt === now?.publishedAt) {
      const own = readStored(before?.own ?? {}, known)
      const shared = readStored(before?.shared ?? {}, known)
      back.set(variationId, { snapshot: before && { ...before, own, shared }, status })
    } else {
      const [by, at] = snapshot === null ? [modifiedBy, modifiedAt] : [snapshot.publishedBy, snapshot.publishedAt]
      kept.push({ technicalFieldName: publishEntry, variationId, by, at })
    }
  }
  return { back, kept }
}

/** The texts that are behind their sources again, except those that somebody has worked on since. */
async function unmarkedOf(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  marks: NonNullable<WrittenVersions['marks']>,
): Promise<{ readonly outdated: ReadonlyMap<string, Outdated>; readonly kept: readonly KeptChange[] }> {
  const outdated = new Map<string, Outdated>()
  const moved: { readonly variationId: string; readonly name: string }[] = []
  for (const variation of item.variations.values()) {
    const ofVariation = marks[variation.contentVariationId]
    if (ofVariation === undefined) continue
    const back = withoutMarks(item, variation, ofVariation)
    if (back.outdated !== variation.outdated) outdated.set(variation.variationId, back.outdated)
    moved.push(...back.moved.map((name) => ({ variationId: variation.variationId, name })))
  }
  if (moved.length === 0) return { outdated, kept: [] }
  // The text itself or its source has changed: the last of all who wrote the field in any variation.
  const names = [...new Set(moved.map(({ name }) => name))]
  const asked = [...item.variations.values()].flatMap(({ contentVariationId }) =>
    names.map((technicalFieldName) => ({ contentVariationId, technicalFieldName })),
  )
  const changes = (await findLastChanges(trx, tenantId, asked)).sort((a, b) => (a.at < b.at ? 1 : -1))
  const kept = moved.map(({ variationId, name }): KeptChange => {
    const last = changes.find(({ technicalFieldName }) => technicalFieldName === name)
    return { technicalFieldName: name, variationId, by: last?.by ?? item.modifiedBy, at: last?.at ?? item.modifiedAt }
  })
  return { outdated, kept }
}

/** Somebody else may have restored it; an item that was made since may have what has to be unique. */
async function restorationOf(trx: Transaction, tenantId: string, item: ItemState): Promise<TakenBack> {
  const { isDeleted, modifiedBy: by, modifiedAt: at } = item
  if (!isDeleted)
    return { kept: [{ technicalFieldName: deletedEntry, variationId: null, by, at }], asked: askedOf(item, new Map()) }
  const holders = await findHolders(trx, tenantId, [...claimsOf({ ...item, isDeleted: false }).values()])
  if (holders.length === 0) return { isRestoration: true, kept: [] }
  const usedBy = holders.map(({ contentItemId, name }) => ({ contentItemId, name }))
  return { kept: [], problem: new Problem('UNIQUENESS_CONFLICT', { usedBy }) }
}

function deletionOf(
  item: ItemState,
  versions: WrittenVersions['versions'],
  { usedBy, leaving }: Users = { usedBy: [], leaving: [] },
): TakenBack {
  const later = [...item.variations.values()].filter(
    ({ contentVariationId, version }) => version > (versions[contentVariationId] ?? 0),
  )
  if (later.length === 0) {
    return usedBy.length === 0
      ? { isDeletion: true, waitsFor: leaving, kept: [] }
      : { kept: [], problem: new Problem('IN_USE', { usedBy }) }
  }
  const fieldErrors = later.map(({ variationId }) => ({
    technicalFieldName: nameEntry,
    code: 'CHANGED_SINCE' as const,
    message: 'was made by the bulk change, and changed since',
    variationId,
  }))
  const kept = later.map(({ variationId, modifiedBy: by, modifiedAt: at }) => ({
    technicalFieldName: nameEntry,
    variationId,
    by,
    at,
  }))
  return { kept, problem: new Problem('VALIDATION_FAILED', { fieldErrors }) }
}

async function backOf(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  slots: readonly KeptSlot[],
): Promise<{
  readonly edits: ReadonlyMap<string, ReadonlyMap<string, Slot>>
  readonly name: string | undefined
  readonly kept: readonly KeptChange[]
}> {
  const fields = fieldsOf(item.type)
  const variations = new Map([...item.variations.values()].map((each) => [each.contentVariationId, each.variationId]))
  const edits = new Map<string, Map<string, Slot>>()
  const kept: KeptChange[] = []
  const seen = new Set<string>()
  let name: string | undefined
  for (const { contentVariationId, name: entry, before, later } of inOrder(slots, variations)) {
    const variationId = variations.get(contentVariationId)
    const field = fields.get(entry)
    const ofItem = entry === nameEntry || (field !== undefined && isShared(field))
    if (variationId === undefined || (ofItem && seen.has(entry))) continue
    // What the type no longer has is not brought back.
    if (field === undefined && entry !== nameEntry && entry !== targetsEntry) continue
    seen.add(entry)
    if (later !== null) kept.push({ technicalFieldName: entry, variationId: ofItem ? null : variationId, ...later })
    else if (entry === nameEntry) name = typeof before?.value === 'string' ? before.value : undefined
    else {
      const all = edits.get(variationId) ?? new Map<string, Slot>()
      // A shared value has nothing to inherit from: none and deliberately none are the same.
      edits.set(variationId, all.set(entry, ofItem && before === undefined ? { value: null } : before))
    }
  }
  const whole = new Map<string, Map<string, Slot>>()
  for (const [variationId, asked] of edits)
    whole.set(variationId, await wholeSlots(trx, tenantId, item.contentItemId, asked))
  return { kept, edits: whole, name }
}

/** The variations in the order of the item, so that what they share is always taken back in the same one. */
function inOrder(slots: readonly KeptSlot[], variations: ReadonlyMap<string, string>): KeptSlot[] {
  const places = [...variations.keys()]
  return [...slots].sort(
    (a, b) => places.indexOf(a.contentVariationId) - places.indexOf(b.contentVariationId) || (a.name < b.name ? -1 : 1),
  )
}
