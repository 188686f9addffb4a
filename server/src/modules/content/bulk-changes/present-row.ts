import type { BulkChangeRow } from '@pim/contract'
import type { StoredRow } from './bulk-change.ts'

export function presentRow(row: StoredRow): BulkChangeRow {
  const { changes = [], leftOutChanges = 0, versions = {}, kept = [], problem = null } = row.details ?? {}
  const { fetched, changedSince } = row.details ?? {}
  return {
    position: row.position,
    fileRow: row.asked !== null && 'row' in row.asked ? row.asked.row : null,
    contentItemId: row.contentItemId,
    name: row.name,
    technicalContentTypeName: row.technicalContentTypeName,
    outcome: row.outcome,
    isLeftOut: row.isLeftOut,
    changes,
    leftOutChanges,
    versions,
    kept,
    notes: [...(row.notes ?? [])],
    ...(fetched && { fetched }),
    ...(changedSince && { changedSince }),
    ...(row.asked !== null && 'gone' in row.asked && { isGone: true }),
    problem: row.problem ?? problem,
    result: row.result,
  }
}
