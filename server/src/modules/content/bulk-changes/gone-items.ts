import { type ImportMapping, maxBulkChangeRows } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { AskedItem } from '../batch/batch-entry.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { Users } from '../operations/delete-item.ts'
import { clearReturned, insertRows } from '../store/bulk-change-row.repository.ts'
import { countKnown, findGone, hasHiddenItems } from '../store/profile-run.repository.ts'
import { askedOf } from './asked-item.ts'
import type { AskedOfGone, StoredBulkChange } from './bulk-change.ts'

/*
 * Items that earlier imports of a profile had, and the file of this one has not: each is a row of its own.
 */

const rowsAtOnce = 5_000

/**
 * Stores a row for each, once all rows of the file are rehearsed; answers how many there are new, and how many items were known. Rows of an earlier
 * rehearsal stay. Where more are gone than the profile allows, or where a row of the file cannot be read, which may be of any of them,
 * the rows are left out: somebody has to take them in.
 */
export async function storeGone(
  trx: Transaction,
  tenantId: string,
  { bulkChangeId, request }: StoredBulkChange,
): Promise<{ readonly added: number; readonly known: number }> {
  if (request.source !== 'file') return { added: 0, known: 0 }
  const { profileId, ownership, mode } = request.mapping
  // A file of new items alone says nothing of those that are there.
  if (profileId === undefined || ownership === undefined || mode === 'create') return { added: 0, known: 0 }
  const from = await clearReturned(trx, tenantId, bulkChangeId)
  const known = await countKnown(trx, tenantId, profileId)
  const ids = await findGone(trx, tenantId, profileId, { bulkChangeId, limit: maxBulkChangeRows })
  const { whenGone, maxGonePercent } = ownership
  // Defence 198, without: const isHeld = false
  const isHeld =
    whenGone !== 'leave' &&
    (ids.length * 100 > known * maxGonePercent || (await hasHiddenItems(trx, tenantId, bulkChangeId)))
  // Defence 198 ends
  const rows = ids.map((contentItemId) => ({ contentItemId, asked: { gone: true as const }, isLeftOut: isHeld }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await insertRows(trx, tenantId, bulkChangeId, from + at, rows.slice(at, at + rowsAtOnce))
  return { added: rows.length, known }
}

/** What the profile says of an item that is gone: a part of a batch, or that it is deleted. */
export function wantedOfGone(
  { ownership, publishes }: ImportMapping,
  { whenChanged }: AskedOfGone,
  item: ItemState,
  users: ReadonlyMap<string, Users>,
): { readonly asked?: AskedItem; readonly isDeletion?: true; readonly problem?: Problem } {
  const { whenGone = 'leave', markField = '' } = ownership ?? {}
  if (whenGone === 'delete') {
    const { usedBy } = users.get(item.contentItemId) ?? { usedBy: [] }
    return usedBy.length === 0 ? { isDeletion: true } : { problem: new Problem('IN_USE', { usedBy }) }
  }
  const live = [...item.variations.values()].filter(({ snapshot }) => snapshot !== null)
  const of = (asked: AskedItem) => ({ asked: { ...asked, isGone: true as const, whenChanged } })
  if (whenGone === 'unpublish') {
    const nothing = { snapshot: null, status: 'unpublished' as const }
    return of(askedOf(item, new Map(), { livesBack: new Map(live.map(({ variationId }) => [variationId, nothing])) }))
  }
  const [first] = item.variations.keys()
  if (whenGone === 'leave' || first === undefined) return of(askedOf(item, new Map()))
  const marked = askedOf(item, new Map([[first, new Map([[markField, { value: true }]])]]))
  if (!publishes) return of(marked)
  // The mark is a part of what is live of each variation.
  const steps = live.map(({ variationId }) => {
    const edited = marked.variations.find((each) => each.variationId === variationId)
    return { variationId, fields: [], resetFields: [], ...edited, step: 'publish' as const }
  })
  const others = marked.variations.filter(({ variationId }) => !steps.some((each) => each.variationId === variationId))
  return of({ ...marked, variations: [...others, ...steps] })
}
