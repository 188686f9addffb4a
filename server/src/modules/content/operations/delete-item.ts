import type { ContentItem } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { lockTargets } from '../../../platform/database/target-locks.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findReferrers, type IncomingFilter } from '../../content-index/index.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { presentItem } from '../domain/presentation.ts'
import { readClock } from '../store/item-read.repository.ts'
import { findNames } from '../store/link-end.repository.ts'
import { lockItemById } from '../store/load.ts'
import { type ItemChange, persistAll } from '../store/persist.ts'

/** Soft delete: values, history and snapshots stay for a restore. */
export async function deleteItem(
  trx: Transaction,
  actor: Actor,
  {
    contentItemId,
    allowBrokenLinks,
    ifMatch,
  }: {
    readonly contentItemId: string
    readonly allowBrokenLinks: boolean
    readonly ifMatch?: IfMatch
  },
): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  await lockTargets(trx, actor.tenantId, [{ kind: 'item', id: contentItemId }], 'exclusive')
  if (!allowBrokenLinks) {
    const { usedBy } = await findUsers(trx, actor.tenantId, contentItemId)
    if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
  }
  const [deleted] = await persistAll(trx, actor.tenantId, [deletionOf(item, { by: actor.userId, at })])
  if (deleted === undefined) throw new Error('one change gives one state')
  return presentItem(deleted)
}

/**
 * Deletes items that the caller has read under their locks, all at once. Those that others link to are left, and those that what is left
 * links to: answered are their users, by the id of the item.
 */
export async function deleteItems(
  trx: Transaction,
  { tenantId, userId: by }: Actor,
  items: readonly ItemState[],
  { leavingOf, bulkChangeId }: { readonly leavingOf: LeavingOf; readonly bulkChangeId: string },
): Promise<Map<string, Users['usedBy']>> {
  const ids = items.map(({ contentItemId }) => contentItemId)
  const targets = ids.map((id) => ({ kind: 'item' as const, id }))
  await lockTargets(trx, tenantId, targets, 'exclusive')
  const users = await findUsersOfEach(trx, tenantId, ids, leavingOf)
  const left = leftWith(users, items)
  const at = await readClock(trx)
  const going = items.filter(({ contentItemId }) => !left.has(contentItemId))
  await persistAll(
    trx,
    tenantId,
    going.map((item) => deletionOf(item, { by, at, bulkChangeId })),
  )
  return left
}

/** Users of the items that stay: those with users, and what they link to in turn, so that no link of one that stays is broken. */
function leftWith(users: ReadonlyMap<string, Users>, items: readonly ItemState[]): Map<string, Users['usedBy']> {
  const names = new Map(items.map(({ contentItemId, name }) => [contentItemId, name]))
  const left = new Map([...users].flatMap(([id, { usedBy }]) => (usedBy.length > 0 ? [[id, usedBy] as const] : [])))
  // Iteration of a Map visits entries that are added meanwhile, so links are followed to any depth.
  for (const [stays] of left) {
    for (const [id, { leaving }] of users) {
      if (left.has(id) || !leaving.includes(stays)) continue
      left.set(id, [{ contentItemId: stays, name: names.get(stays) ?? '' }])
    }
  }
  return left
}

const deletionOf = (item: ItemState, cause: Omit<ItemChange['cause'], 'action'>): ItemChange => ({
  before: item,
  wanted: { ...item, isDeleted: true },
  cause: { action: 'edit', ...cause },
  note: auditNoteOfItem('delete', item.contentItemId, { name: item.name }),
})

const maxUsersNamed = 200
/** Items that link to one which are told apart. Where there are more, all are in the way. */
const maxUsersRead = 1_000

/** Which of these items will be gone, or no longer link, soon after the one that is deleted. */
export type LeavingOf = (contentItemIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface Users {
  /** Those that stay; not more than are named. */
  readonly usedBy: { contentItemId: string; name: string }[]
  readonly leaving: readonly string[]
}

/** Items that link to this one, in a working copy or live. */
export async function findUsers(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  leavingOf?: LeavingOf,
): Promise<Users> {
  const limit = leavingOf === undefined ? maxUsersNamed : maxUsersRead
  const referrers = await lookUp(trx, tenantId, { ids: [contentItemId], except: contentItemId, limit })
  const ids = [...new Set(referrers.flat().map((each) => each.contentItemId))]
  const areAllRead = referrers.every(({ length }) => length < limit)
  const leaving = leavingOf !== undefined && areAllRead && ids.length > 0 ? await leavingOf(ids) : new Set<string>()
  const staying = ids.filter((id) => !leaving.has(id)).slice(0, maxUsersNamed)
  const usedBy = staying.length === 0 ? [] : await findNames(trx, tenantId, staying)
  return { usedBy, leaving: [...leaving] }
}

/** The same for many items with the same statements; only those that others link to are among the answers. */
export async function findUsersOfEach(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  leavingOf?: LeavingOf,
): Promise<Map<string, Users>> {
  const found = new Map<string, Users>()
  const referrers = await lookUp(trx, tenantId, { ids: contentItemIds, limit: maxUsersRead })
  if (referrers.some(({ length }) => length === maxUsersRead)) {
    for (const id of contentItemIds) found.set(id, await findUsers(trx, tenantId, id, leavingOf))
    return found
  }
  const others = referrers.flat().filter((each) => each.contentItemId !== each.id)
  const ids = [...new Set(others.map((each) => each.contentItemId))]
  if (ids.length === 0) return found
  const leaving = (await leavingOf?.(ids)) ?? new Set<string>()
  const names = await findNames(trx, tenantId, ids)
  for (const [id, linking] of Map.groupBy(others, (each) => each.id)) {
    const users = new Set(linking.map((each) => each.contentItemId))
    const usedBy = names.filter(({ contentItemId: user }) => users.has(user) && !leaving.has(user))
    found.set(id, { usedBy: usedBy.slice(0, maxUsersNamed), leaving: [...users.intersection(leaving)] })
  }
  return found
}

const lookUp = (trx: Transaction, tenantId: string, filter: Omit<IncomingFilter, 'scope'>) =>
  Promise.all((['w', 'p'] as const).map((scope) => findReferrers(trx, tenantId, { ...filter, scope })))
