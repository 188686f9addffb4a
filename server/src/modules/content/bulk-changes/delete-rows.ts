import { createHash } from 'node:crypto'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemState } from '../domain/item-state.ts'
import { deleteItems, type LeavingOf } from '../operations/delete-item.ts'
import type { Executed } from '../store/bulk-change-row.repository.ts'
import { failed, Outdated, versionsOf } from './row-parts.ts'
import { leavingWith } from './take-back.ts'
import type { WantedRow } from './wanted-rows.ts'

export const fingerprintOfDeletion = (item: ItemState | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['delete', item?.contentItemId, versionsOf(item)]))
    .digest('base64url')

/** Deletes the items of these rows at once, where they are as the rehearsal saw them and nothing that stays links to them. */
export async function deleteRows(
  trx: Transaction,
  actor: Actor,
  bulkChangeId: string,
  wanted: readonly WantedRow[],
  vain: ReadonlySet<number>,
): Promise<Executed[]> {
  const items = wanted.flatMap(({ item }) => item ?? [])
  const fitting = wanted.flatMap(({ row, item, isDeletion }) =>
    item !== undefined && isDeletion && fingerprintOfDeletion(item) === row.fingerprint ? [item] : [],
  )
  const staying = new Set(items.flatMap((item) => (fitting.includes(item) ? [] : [item.contentItemId])))
  const openWith = leavingWith(trx, actor.tenantId, bulkChangeId, vain)
  // Rows of this slice that stay have no result yet, so that they still look as if they would leave.
  const leavingOf: LeavingOf = async (ids) => new Set(await openWith(ids)).difference(staying)
  const left = fitting.length > 0 && (await deleteItems(trx, actor, fitting, { leavingOf, bulkChangeId }))
  return wanted.map(({ row, item, problem }): Executed => {
    // A row that the rehearsal could delete, and that cannot be deleted now, has changed in between.
    if (!left || item === undefined || !fitting.includes(item))
      return failed(row, problem?.code === 'IN_USE' ? problem : new Outdated())
    const { contentItemId } = item
    const usedBy = left.get(contentItemId)
    if (usedBy !== undefined) return failed(row, new Problem('IN_USE', { usedBy }))
    const written = { isCreated: false, versions: {}, isDeleted: true } as const
    return { position: row.position, result: 'done', contentItemId, problem: null, written }
  })
}
