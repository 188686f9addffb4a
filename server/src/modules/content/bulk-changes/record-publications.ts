import type { Actor } from '../../../core/caller.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { PlannedItem } from '../domain/planned-item.ts'
import { findBulkChange, insertBulkChange, moveBulkChange } from '../store/bulk-change.repository.ts'
import { insertRows, recordResults } from '../store/bulk-change-row.repository.ts'
import { noCounts, type StoredCounts } from './bulk-change.ts'
import { differencesInLives, shownChanges } from './field-changes.ts'
import { versionsOf, versionsWritten } from './row-parts.ts'
import { storedDetails } from './stored-details.ts'

/** An item as a plan has written it. */
export interface WrittenItem {
  readonly planned: PlannedItem
  readonly after: ItemState
}

export interface RecordedAs {
  readonly bulkChangeId: string
  readonly name: string | undefined
}

/**
 * Keeps what a plan has published and taken from delivery as a bulk change that is done, so that it is taken back as one. A plan
 * that is written batch by batch adds to it.
 */
export async function recordPublications(
  trx: Transaction,
  { tenantId, userId }: Actor,
  { bulkChangeId, name }: RecordedAs,
  items: readonly WrittenItem[],
): Promise<void> {
  const there = await findBulkChange(trx, tenantId, bulkChangeId, { lock: true })
  if (there === undefined) await begin(trx, tenantId, userId, { bulkChangeId, name })
  const counts = there?.counts ?? noCounts
  const rows = items.map((item, index) => ({ item, position: counts.rows + index }))
  await insertRows(
    trx,
    tenantId,
    bulkChangeId,
    counts.rows,
    rows.map(({ position, item: { planned, after } }) => ({
      contentItemId: after.contentItemId,
      judged: {
        position,
        contentItemId: after.contentItemId,
        outcome: 'changed' as const,
        name: after.name,
        technicalContentTypeName: after.type.technicalName,
        fingerprint: null,
        details: storedDetails(
          {
            ...shownChanges(differencesInLives({ before: planned.before, state: after, planned })),
            versions: versionsOf(planned.before),
            kept: [],
            problem: null,
          },
          null,
        ),
      },
    })),
  )
  await recordResults(
    trx,
    tenantId,
    bulkChangeId,
    rows.map(({ position, item: { planned, after } }) => ({
      position,
      result: 'done' as const,
      contentItemId: after.contentItemId,
      problem: null,
      written: versionsWritten({ before: planned.before, asked: {}, planned }, after),
    })),
  )
  const sum = (count: number) => count + items.length
  const more: StoredCounts = { ...counts, rows: sum(counts.rows), changed: sum(counts.changed), done: sum(counts.done) }
  await moveBulkChange(trx, tenantId, bulkChangeId, {
    state: 'done',
    phase: 'execution',
    executedBy: userId,
    isEnded: true,
    counts: more,
    rowCount: more.rows,
  })
}

const begin = (trx: Transaction, tenantId: string, createdBy: string, { bulkChangeId, name }: RecordedAs) =>
  insertBulkChange(trx, tenantId, {
    bulkChangeId,
    createdBy,
    request: { source: 'rows', mode: 'update', publishes: true, byPlan: true, ...(name !== undefined && { name }) },
    // No job rehearses or executes it.
    jobId: newId(),
    fingerprint: newId(),
    counts: noCounts,
    rowCount: 0,
  })

/** Whether something was published or taken from delivery. */
export const changesDelivery = ({ before, after, steps }: PlannedItem): boolean =>
  [...steps.keys()].some((id) => before.variations.get(id)?.snapshot !== after.variations.get(id)?.snapshot)
