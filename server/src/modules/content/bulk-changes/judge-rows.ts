import { createHash } from 'node:crypto'
import type { FieldError, ItemBatch } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem, partProblem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { FetchRefused } from '../../../platform/fetching/index.ts'
import type { Entry } from '../batch/batch-entry.ts'
import { rehearseItems, type WrittenBatch, writeItems } from '../batch/change-items.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import type { ItemState } from '../domain/item-state.ts'
import { marksOf } from '../domain/translation.ts'
import { storedValues } from '../domain/values.ts'
import type { PictureFailures } from '../imports/fetch-pictures.ts'
import { deleteItem } from '../operations/delete-item.ts'
import type { Executed, Rehearsed } from '../store/bulk-change-row.repository.ts'
import { findKnownIds } from '../store/link-target.repository.ts'
import type { RowDetails, StoredBulkChange, WaitingRow, WrittenVersions } from './bulk-change.ts'
import { differencesOf, fingerprintOf, shownChanges } from './field-changes.ts'
import { picturesOf } from './pictures-of.ts'
import { type WantedRow, wantedRows } from './wanted-rows.ts'

/*
 * The rehearsal and the execution of some rows. Both plan them in the same way; the execution writes a row only where its plan
 * is the one that the rehearsal saw, to the last value.
 */

const noDetails: RowDetails = { changes: [], leftOutChanges: 0, versions: {}, kept: [], problem: null }

const versionsOf = (item: ItemState | null | undefined): Record<string, number> =>
  Object.fromEntries([...(item?.variations.values() ?? [])].map(({ variationId, version }) => [variationId, version]))

const partsOf = (wanted: readonly WantedRow[]) =>
  wanted.flatMap(({ row, asked }) => (asked === undefined ? [] : [{ row, asked }]))

const batchOf = ({ request }: StoredBulkChange, items: ItemBatch['items']): ItemBatch => ({
  items,
  mode: request.source === 'rows' ? request.mode : request.source === 'file' ? request.mapping.mode : 'update',
  atomic: false,
  keepChangesOfOthers: false,
})

/** Works out what would become of these rows; writes and locks nothing. */
export async function rehearseRows(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  rows: readonly WaitingRow[],
): Promise<Rehearsed[]> {
  const { wanted, held } = await wantedRows(trx, actor.tenantId, bulkChange, rows, { lock: false })
  const parts = partsOf(wanted)
  const planned = new Map<number, Entry | Problem>()
  const pictures = rows.flatMap((row) => picturesOf(row).map(({ contentItemId }) => contentItemId))
  const known = await findKnownIds(trx, actor.tenantId, [...new Set(pictures)])
  const awaited = new Set(pictures.filter((id) => !known.has(id)))
  if (parts.length > 0) {
    const items = parts.map(({ asked }) => asked)
    const { entries, lost } = await rehearseItems(trx, actor, batchOf(bulkChange, items), { held, awaited })
    for (const entry of entries) planned.set(parts[entry.index]?.row.position ?? -1, entry)
    for (const { index, problem } of lost) planned.set(parts[index]?.row.position ?? -1, problem)
  }
  return wanted.map((each) => rehearsed(each, planned.get(each.row.position), awaited))
}

function rehearsed(wanted: WantedRow, planned: Entry | Problem | undefined, awaited: ReadonlySet<string>): Rehearsed {
  const { row, item, kept, problem: found } = wanted
  const entry = planned instanceof Problem ? undefined : planned
  const problem = found ?? (planned instanceof Problem ? planned : planned?.problem)
  const shown = entry?.state ?? item
  const about = {
    position: row.position,
    name: shown?.name ?? wanted.asked?.name ?? labelOf(row),
    technicalContentTypeName: shown?.type.technicalName ?? wanted.asked?.technicalContentTypeName ?? null,
  }
  const details = { ...noDetails, kept: [...kept], versions: versionsOf(entry?.before ?? item) }
  if (problem !== undefined)
    return { ...about, outcome: 'problem', fingerprint: null, details: { ...details, problem: partProblem(problem) } }
  if (wanted.isDeletion) return { ...about, outcome: 'deleted', fingerprint: fingerprintOfDeletion(item), details }
  if (entry === undefined) throw new Error('a row without a problem is planned')
  const differences = differencesOf(entry)
  const isUnchanged = entry.before !== null && entry.state === entry.before
  return {
    ...about,
    outcome: entry.before === null ? 'created' : isUnchanged ? 'unchanged' : 'changed',
    fingerprint: fingerprintOf(entry, differences),
    details: { ...details, ...shownChanges(differences), ...toFetch(row, awaited) },
  }
}

/** The pictures of a row that are not there yet. */
function toFetch(row: WaitingRow, awaited: ReadonlySet<string>): Pick<RowDetails, 'fetched'> {
  const fetched = picturesOf(row).flatMap(({ contentItemId, address }) =>
    awaited.has(contentItemId) ? [{ contentItemId, address }] : [],
  )
  return fetched.length === 0 ? {} : { fetched }
}

/** What a row of a file that could not be read calls its item. */
const labelOf = ({ asked }: WaitingRow): string | null => (asked !== null && 'label' in asked ? asked.label : null)

const fingerprintOfDeletion = (item: ItemState | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['delete', item?.contentItemId, versionsOf(item)]))
    .digest('base64url')

/** The plan of a row is no longer the one that the rehearsal saw. */
class Outdated extends Problem {
  constructor() {
    super('VERSION_CONFLICT', { message: 'The item is no longer as the rehearsal saw it.' })
  }
}

/** Writes these rows where they are as the rehearsal saw them; answers what became of each. */
export async function executeRows(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  rows: readonly WaitingRow[],
  { findRoom, failures = new Map() }: { readonly findRoom: FindRoom; readonly failures?: PictureFailures },
): Promise<Executed[]> {
  const { bulkChangeId } = bulkChange
  const { wanted, held } = await wantedRows(trx, actor.tenantId, bulkChange, rows, { lock: true })
  const results = new Map<number, Executed>()
  for (const { row } of wanted) {
    const problem = notFetched(row, failures)
    if (problem !== undefined) results.set(row.position, { position: row.position, ...failed(problem) })
  }
  const parts = partsOf(wanted).filter(({ row }) => !results.has(row.position))
  if (parts.length > 0) {
    const items = parts.map(({ asked }) => asked)
    const judge = (entry: Entry) => {
      if (fingerprintOf(entry, differencesOf(entry)) !== parts[entry.index]?.row.fingerprint) throw new Outdated()
    }
    const batch = batchOf(bulkChange, items)
    const done = await writeItems(trx, actor, batch, { held, judge, findRoom, bulkChangeId })
    for (const [index, result] of writtenOf(done)) {
      const position = parts[index]?.row.position ?? -1
      results.set(position, { position, ...result })
    }
  }
  for (const each of wanted) {
    const { row } = each
    if (results.has(row.position)) continue
    results.set(row.position, await deleted(trx, actor, bulkChangeId, each))
  }
  return [...results.values()]
}

/** Why a row cannot have its pictures. Fetching them again is a matter of another rehearsal and execution. */
function notFetched(stored: WaitingRow, failures: PictureFailures): Problem | undefined {
  const { asked } = stored
  if (failures.size === 0 || asked === null || !('row' in asked)) return undefined
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

type Result = Omit<Executed, 'position'>

const failed = (problem: Problem): Result => ({
  // Nothing that was found wrong in the planning is news of the item, except that it is gone.
  result: problem instanceof Outdated || problem.code === 'NOT_FOUND' ? 'outdated' : 'failed',
  contentItemId: null,
  problem: partProblem(problem),
  written: null,
})

function* writtenOf({ entries, lost, written }: WrittenBatch): Generator<[number, Result]> {
  for (const entry of entries) {
    const { index, problem } = entry
    const after = written.get(entry)
    if (problem !== undefined || after === undefined) {
      yield [index, failed(problem ?? new Problem('BATCH_UNDONE'))]
      continue
    }
    yield [
      index,
      { result: 'done', contentItemId: after.contentItemId, problem: null, written: versionsWritten(entry, after) },
    ]
  }
  for (const { index, problem } of lost) yield [index, failed(problem)]
}

function versionsWritten({ before, asked, planned }: Entry, after: ItemState): WrittenVersions {
  const lives = [...(planned?.steps.keys() ?? [])].flatMap((variationId) => {
    const [was, is] = [before?.variations.get(variationId), after.variations.get(variationId)]
    if (was === undefined || is === undefined || was.snapshot === is.snapshot) return []
    const { snapshot, status } = was
    const stored = snapshot && {
      ...snapshot,
      own: storedValues(snapshot.own),
      shared: storedValues(snapshot.shared),
    }
    const now = is.snapshot && { version: is.snapshot.version, publishedAt: is.snapshot.publishedAt }
    return [[is.contentVariationId, { before: stored, status, now }] as const]
  })
  const risen = [...after.variations.values()].filter(
    ({ variationId, version }) => version !== before?.variations.get(variationId)?.version,
  )
  const marked = [...(asked.outdated?.keys() ?? [])].flatMap((variationId) => {
    const [was, is] = [before?.variations.get(variationId), after.variations.get(variationId)]
    if (was === undefined || is === undefined) return []
    const gone = Object.entries(was.outdated).filter(([name]) => is.outdated[name] === undefined)
    return [[is.contentVariationId, marksOf(after, { ...is, outdated: Object.fromEntries(gone) })] as const]
  })
  return {
    isCreated: before === null,
    versions: Object.fromEntries(risen.map(({ contentVariationId, version }) => [contentVariationId, version])),
    ...(marked.length > 0 && { marks: Object.fromEntries(marked) }),
    ...(lives.length > 0 && { lives: Object.fromEntries(lives) }),
  }
}

async function deleted(
  trx: Transaction,
  actor: Actor,
  bulkChangeId: string,
  { row, item, isDeletion, problem }: WantedRow,
): Promise<Executed> {
  const { position } = row
  // What the rehearsal found whole and is none now has changed in between.
  if (item === undefined || !isDeletion || fingerprintOfDeletion(item) !== row.fingerprint)
    return { position, ...failed(problem?.code === 'IN_USE' ? problem : new Outdated()) }
  try {
    await deleteItem(trx, actor, { contentItemId: item.contentItemId, allowBrokenLinks: false, bulkChangeId })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { position, ...failed(error) }
  }
  return { position, result: 'done', contentItemId: item.contentItemId, problem: null, written: null }
}
