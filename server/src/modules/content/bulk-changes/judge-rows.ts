import { createHash } from 'node:crypto'
import type { BulkFieldChange, ContentType, FieldError } from '@pim/contract'
import { each, type Steps } from '@pim/field-types/steps'
import type { Actor } from '../../../core/caller.ts'
import { Problem, partProblem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { FetchRefused } from '../../../platform/fetching/index.ts'
import type { Entry } from '../batch/batch-entry.ts'
import { rehearseItems, writeItems } from '../batch/change-items.ts'
import type { ComingItems } from '../batch/find-items.ts'
import type { SourceOwnership } from '../batch/keep-changes.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { deletedEntry } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { claimKey } from '../domain/unique-values.ts'
import type { PictureFailures } from '../imports/fetch-pictures.ts'
import { withOptions } from '../imports/missing-names.ts'
import type { PlannedAdditions } from '../imports/planned-additions.ts'
import { restoreItem } from '../operations/restore-item.ts'
import type { Executed, Rehearsed } from '../store/bulk-change-row.repository.ts'
import { findKnownIds } from '../store/link-target.repository.ts'
import type { RowDetails, StoredBulkChange, WaitingRow } from './bulk-change.ts'
import { deleteRows, fingerprintOfDeletion } from './delete-rows.ts'
import { changedSinceOf, differencesOf, fingerprintOf, shownChanges } from './field-changes.ts'
import { addLinks, findUnmet, makeWithoutLinks } from './links-later.ts'
import { picturesOf } from './pictures-of.ts'
import { batchOf, failed, Outdated, partsOf, resultsOf, versionsOf } from './row-parts.ts'
import { storedDetails } from './stored-details.ts'
import { type WantedRow, wantedRows } from './wanted-rows.ts'

/*
 * The rehearsal and the execution of some rows. Both plan them in the same way; the execution writes a row only where its plan
 * is the one that the rehearsal saw, to the last value.
 */

const noDetails: RowDetails = { changes: [], leftOutChanges: 0, versions: {}, kept: [], problem: null }

export interface RehearseOptions {
  /** Items that later rows make, which links may name. */
  readonly coming?: ComingItems | undefined
  /** Rows that wait for what no row does. */
  readonly vain: ReadonlySet<number>
  /** What the execution makes before the rows: they may name it. */
  readonly planned?: PlannedAdditions | undefined
}

/** Of an import by a profile that says what its source owns. */
function ownershipOf({ request }: StoredBulkChange): SourceOwnership | undefined {
  if (request.source !== 'file') return undefined
  const { profileId, ownership } = request.mapping
  if (profileId === undefined || ownership === undefined) return undefined
  const { owns, whenChanged, whenGone, markField } = ownership
  return { source: { profileId }, owns, whenChanged, ...(whenGone === 'mark' && { markField }) }
}

const isByProfile = ({ request }: StoredBulkChange): boolean =>
  request.source === 'file' && request.mapping.profileId !== undefined

/** Works out what would become of these rows; writes and locks nothing. */
export async function rehearseRows(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  rows: readonly WaitingRow[],
  { coming, vain, planned: additions }: RehearseOptions,
): Promise<Rehearsed[]> {
  const { wanted, held } = await wantedRows(trx, actor.tenantId, bulkChange, rows, { lock: false, vain })
  const parts = partsOf(wanted)
  const planned = new Map<number, Entry | Problem>()
  const pictures = rows.flatMap((row) => picturesOf(row).map(({ contentItemId }) => contentItemId))
  const known = await findKnownIds(trx, actor.tenantId, [...new Set(pictures)])
  const awaited = new Set(pictures.filter((id) => !known.has(id)))
  const plannedConcepts = additions?.concepts.map(({ conceptId }) => conceptId) ?? []
  if (parts.length > 0) {
    const items = parts.map(({ asked }) => asked)
    const ownership = ownershipOf(bulkChange)
    const options = {
      ...{ held, coming, ownership, keepsDeleted: isByProfile(bulkChange) },
      awaited: new Set([...awaited, ...plannedConcepts]),
      typeAs: typeWith(bulkChange, additions),
    }
    const { entries, lost } = await rehearseItems(trx, actor, batchOf(bulkChange, items), options)
    for (const entry of entries) planned.set(parts[entry.index]?.row.position ?? -1, entry)
    for (const { index, problem } of lost) planned.set(parts[index]?.row.position ?? -1, problem)
  }
  return inSlices(
    each(wanted, function* (one): Steps<Rehearsed> {
      const { details, ...facts } = rehearsed(one, planned.get(one.row.position), awaited)
      yield
      return { ...facts, details: storedDetails(details, one.row.asked) }
    }),
  )
}

/** The content type of an import as it is once the options are made that its rows name. */
function typeWith({ request }: StoredBulkChange, planned: PlannedAdditions | undefined) {
  if (request.source !== 'file' || planned === undefined || planned.options.length === 0) return undefined
  const { technicalContentTypeName: name } = request.mapping
  return (type: ContentType) => (type.technicalName === name ? withOptions(type, planned.options) : type)
}

type Judged = Omit<Rehearsed, 'details'> & { readonly details: RowDetails }

function rehearsed(wanted: WantedRow, planned: Entry | Problem | undefined, awaited: ReadonlySet<string>): Judged {
  const { row, item, kept, waitsFor = [], problem: found } = wanted
  const entry = planned instanceof Problem ? undefined : planned
  const problem = found ?? (planned instanceof Problem ? planned : planned?.problem)
  const shown = entry?.state ?? item
  const about = {
    position: row.position,
    // An item that is new has no id that lasts until it is written.
    contentItemId: (entry?.before ?? entry?.deleted)?.contentItemId ?? row.contentItemId,
    name: shown?.name ?? wanted.asked?.name ?? labelOf(row),
    technicalContentTypeName: shown?.type.technicalName ?? wanted.asked?.technicalContentTypeName ?? null,
  }
  const changedSince = entry === undefined ? [] : changedSinceOf(entry)
  const details = {
    ...noDetails,
    kept: [...kept],
    ...(changedSince.length > 0 && { changedSince }),
    versions: versionsOf(entry?.before ?? item),
  }
  if (problem !== undefined)
    return { ...about, outcome: 'problem', fingerprint: null, details: { ...details, problem: partProblem(problem) } }
  if (wanted.isDeletion) {
    const waits = waitsFor.length > 0 ? { ...details, waitsFor } : details
    return { ...about, outcome: 'deleted', fingerprint: fingerprintOfDeletion(item), details: waits }
  }
  if (wanted.isRestoration) {
    const shown = { ...details, changes: restoredChanges(item) }
    return { ...about, outcome: 'changed', fingerprint: fingerprintOfRestoration(item), details: shown }
  }
  if (entry === undefined) throw new Error('a row without a problem is planned')
  const differences = differencesOf(entry)
  const isUnchanged = entry.before !== null && entry.state === entry.before
  return {
    ...about,
    outcome: entry.before === null ? 'created' : isUnchanged ? 'unchanged' : 'changed',
    fingerprint: fingerprintOf(entry, differences),
    details: { ...details, ...shownChanges(differences), ...toFetch(row, awaited), ...waitsOf(entry) },
  }
}

/** A change of the item, told in the first of its variations. */
function restoredChanges(item: ItemState | undefined): BulkFieldChange[] {
  const [first] = item?.variations.keys() ?? []
  if (first === undefined) return []
  const shown = (value: boolean) => ({ value, isInherited: false, sourceVariationId: first })
  return [{ variationId: first, technicalFieldName: deletedEntry, before: shown(true), after: shown(false) }]
}

/** The pictures of a row that are not there yet. */
function toFetch(row: WaitingRow, awaited: ReadonlySet<string>): Pick<RowDetails, 'fetched'> {
  const fetched = picturesOf(row).flatMap(({ contentItemId, address }) =>
    awaited.has(contentItemId) ? [{ contentItemId, address }] : [],
  )
  return fetched.length === 0 ? {} : { fetched }
}

const waitsOf = ({ before, key, waitsFor }: Entry): Pick<RowDetails, 'makes' | 'waitsFor'> => ({
  ...(before === null && key !== undefined && { makes: claimKey(key) }),
  ...(waitsFor.size > 0 && { waitsFor: [...waitsFor] }),
})

/** What a row of a file that could not be read calls its item. */
const labelOf = ({ asked }: WaitingRow): string | null => (asked !== null && 'label' in asked ? asked.label : null)

const fingerprintOfRestoration = (item: ItemState | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['restore', item?.contentItemId, item?.version]))
    .digest('base64url')

export interface ExecuteOptions {
  readonly findRoom: FindRoom
  readonly failures: PictureFailures
  /** Whether all rows that these may wait for have had their turn. */
  readonly isLast: boolean
  /** Rows that wait for what no row does. */
  readonly vain: ReadonlySet<number>
}

/**
 * Writes these rows where they are as the rehearsal saw them; answers what became of each. A row that waits for later ones has no result
 * yet: a new item is made without its links, so that others can link to it, and an item is not deleted.
 */
export async function executeRows(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  rows: readonly WaitingRow[],
  { findRoom, failures, isLast, vain }: ExecuteOptions,
): Promise<Executed[]> {
  const { bulkChangeId } = bulkChange
  const now = bulkChange.request.source === 'undo' && !isLast ? rows.filter((row) => !deletesLater(row)) : rows
  const { wanted, held } = await wantedRows(trx, actor.tenantId, bulkChange, now, { lock: true, vain })
  const results = new Map<number, Executed>()
  const note = (found: Iterable<Executed>) => {
    for (const each of found) results.set(each.position, each)
  }
  for (const { row } of wanted) {
    const problem = notFetched(row, failures)
    if (problem !== undefined) note([failed(row, problem)])
  }
  const parts = partsOf(wanted).filter(({ row }) => !results.has(row.position))
  const mayWait = isLast ? [] : parts.filter(({ row }) => !vain.has(row.position))
  const waiting = await findUnmet(trx, actor.tenantId, mayWait)
  const fresh = [...waiting].filter(({ row }) => row.written === null && row.outcome === 'created')
  if (fresh.length > 0) note(await makeWithoutLinks(trx, actor, bulkChange, fresh, { findRoom }))
  const ready = parts.filter((part) => !waiting.has(part))
  const made = ready.filter(({ row }) => row.written !== null && row.outcome === 'created')
  if (made.length > 0) note(await addLinks(trx, actor, bulkChange, made, { findRoom }))
  const whole = ready.filter((part) => !made.includes(part))
  if (whole.length > 0) {
    const items = whole.map(({ asked }) => asked)
    const judge = (entry: Entry) => {
      if (fingerprintOf(entry, differencesOf(entry)) !== whole[entry.index]?.row.fingerprint) throw new Outdated()
    }
    const batch = batchOf(bulkChange, items)
    const ownership = ownershipOf(bulkChange)
    const keepsDeleted = isByProfile(bulkChange)
    const options = { held, judge, findRoom, bulkChangeId, ownership, keepsDeleted }
    note(resultsOf(await writeItems(trx, actor, batch, options), whole))
  }
  const others = wanted.filter(({ asked, row }) => asked === undefined && !results.has(row.position))
  const [restored, deleted] = [others.filter(isRestoration), others.filter((each) => !isRestoration(each))]
  for (const each of restored) note([await restore(trx, actor, bulkChangeId, each)])
  note(await deleteRows(trx, actor, bulkChangeId, deleted, vain))
  return [...results.values()]
}

const isRestoration = (wanted: WantedRow): boolean => wanted.isRestoration === true

const deletesLater = ({ outcome, waitsFor }: WaitingRow): boolean => outcome === 'deleted' && waitsFor.length > 0

/** Why a row cannot have its pictures. Fetching them again is a matter of another rehearsal and execution. */
function notFetched(stored: WaitingRow, failures: PictureFailures): Problem | undefined {
  const { asked, written } = stored
  if (failures.size === 0 || written !== null || asked === null || !('row' in asked)) return undefined
  const { row } = asked
  const fieldErrors = picturesOf(stored).flatMap(({ contentItemId, address }): FieldError[] => {
    const failure = failures.get(contentItemId)
    if (failure === undefined) return []
    const reason = failure instanceof FetchRefused ? failure.code : 'PICTURE_NOT_STORED'
    const params = { ...(failure instanceof FetchRefused && failure.params), row, reason, text: address.slice(0, 200) }
    return [{ technicalFieldName: '', code: 'NOT_READ', message: `${address}: ${failure.message}`, params }]
  })
  return fieldErrors.length === 0 ? undefined : new Problem('VALIDATION_FAILED', { fieldErrors })
}

async function restore(
  trx: Transaction,
  actor: Actor,
  bulkChangeId: string,
  { row, item }: WantedRow,
): Promise<Executed> {
  if (item === undefined || fingerprintOfRestoration(item) !== row.fingerprint) return failed(row, new Outdated())
  const { contentItemId } = item
  try {
    await restoreItem(trx, actor, { contentItemId, bulkChangeId })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return failed(row, error)
  }
  return { position: row.position, result: 'done', contentItemId, problem: null, written: null }
}
