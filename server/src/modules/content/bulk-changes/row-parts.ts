import type { ItemBatch } from '@pim/contract'
import { Problem, partProblem } from '../../../core/problem.ts'
import type { AskedItem, Entry } from '../batch/batch-entry.ts'
import type { WrittenBatch } from '../batch/change-items.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { PlannedItem } from '../domain/planned-item.ts'
import { marksOf } from '../domain/translation.ts'
import { storedValues } from '../domain/values.ts'
import type { Executed } from '../store/bulk-change-row.repository.ts'
import type { StoredBulkChange, WaitingRow, WrittenVersions } from './bulk-change.ts'
import type { WantedRow } from './wanted-rows.ts'

/*
 * Rows as parts of a batch, and what became of them when the batch was written.
 */

/** A row as a part of a batch. */
export interface Part {
  readonly row: WaitingRow
  readonly asked: AskedItem
}

export const partsOf = (wanted: readonly WantedRow[]): Part[] =>
  wanted.flatMap(({ row, asked }) => (asked === undefined ? [] : [{ row, asked }]))

export const batchOf = ({ request }: StoredBulkChange, items: ItemBatch['items']): ItemBatch => ({
  items,
  mode: request.source === 'rows' ? request.mode : request.source === 'file' ? request.mapping.mode : 'update',
  atomic: false,
  keepChangesOfOthers: false,
})

/** By variation. */
export const versionsOf = (item: ItemState | null | undefined): Record<string, number> =>
  Object.fromEntries([...(item?.variations.values() ?? [])].map(({ variationId, version }) => [variationId, version]))

/** The plan of a row is no longer the one that the rehearsal saw. */
export class Outdated extends Problem {
  constructor() {
    super('VERSION_CONFLICT', { message: 'The item is no longer as the rehearsal saw it.' })
  }
}

export const failed = ({ position, written }: WaitingRow, problem: Problem): Executed => ({
  position,
  // Nothing that was found wrong in the planning is news of the item, except that it is gone.
  result: problem instanceof Outdated || problem.code === 'NOT_FOUND' ? 'outdated' : 'failed',
  contentItemId: null,
  problem: partProblem(problem),
  written,
})

/** What became of the parts of a batch. */
export function* resultsOf({ entries, lost, written }: WrittenBatch, parts: readonly Part[]): Generator<Executed> {
  for (const entry of entries) {
    const { index, problem } = entry
    const row = parts[index]?.row
    if (row === undefined) continue
    const after = written.get(entry)
    if (problem !== undefined || after === undefined) {
      yield failed(row, problem ?? new Problem('BATCH_UNDONE'))
      continue
    }
    const { contentItemId } = after
    const versions = withEarlier(row.written, entry, versionsWritten(entry, after))
    yield { position: row.position, result: 'done', contentItemId, problem: null, written: versions }
  }
  for (const { index, problem } of lost) {
    const row = parts[index]?.row
    if (row !== undefined) yield failed(row, problem)
  }
}

/**
 * With what was written when the item was made without its links. Where somebody has changed it in between, that alone stays, so that the
 * undo finds later versions and leaves the item alone.
 */
function withEarlier(earlier: WrittenVersions | null, { before }: Entry, written: WrittenVersions): WrittenVersions {
  if (earlier === null) return written
  if (!isAsMade(earlier, before)) return earlier
  return { ...earlier, versions: { ...earlier.versions, ...written.versions } }
}

/** Whether nobody has changed an item since it was made without its links. */
export const isAsMade = ({ versions }: WrittenVersions, item: ItemState | null): boolean =>
  item !== null &&
  [...item.variations.values()].every(({ contentVariationId, version }) => versions[contentVariationId] === version)

type Written = Pick<Entry, 'before'> & {
  readonly asked: Pick<Entry['asked'], 'outdated'>
  readonly planned: Pick<PlannedItem, 'steps'> | undefined
}

export function versionsWritten({ before, asked, planned }: Written, after: ItemState): WrittenVersions {
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
