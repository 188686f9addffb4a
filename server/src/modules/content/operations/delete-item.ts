import type { ContentItem } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { lockTargets } from '../../../platform/database/target-locks.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findReferrers } from '../../content-index/index.ts'
import { auditNoteOfItem } from '../domain/audit-notes.ts'
import { presentItem } from '../domain/presentation.ts'
import { findNames } from '../store/link-end.repository.ts'
import { lockItemById } from '../store/load.ts'
import { persist } from '../store/persist.ts'

/** Soft delete: values, history and snapshots stay for a restore. */
export async function deleteItem(
  trx: Transaction,
  actor: Actor,
  {
    contentItemId,
    allowBrokenLinks,
    ifMatch,
    leavingOf,
    bulkChangeId,
  }: {
    readonly contentItemId: string
    readonly allowBrokenLinks: boolean
    readonly ifMatch?: IfMatch
    readonly leavingOf?: LeavingOf
    readonly bulkChangeId?: string
  },
): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  await lockTargets(trx, actor.tenantId, [{ kind: 'item', id: contentItemId }], 'exclusive')
  if (!allowBrokenLinks) await requireUnused(trx, actor.tenantId, contentItemId, leavingOf)
  const cause = { action: 'edit', by: actor.userId, at, bulkChangeId } as const
  const wanted = { ...item, isDeleted: true }
  return presentItem(
    await persist(
      trx,
      actor.tenantId,
      item,
      wanted,
      cause,
      auditNoteOfItem('delete', contentItemId, { name: item.name }),
    ),
  )
}

const maxUsersNamed = 200
/** Items that link to one which are told apart. Where there are more, all are in the way. */
const maxUsersRead = 1_000

/** Which of these items will be gone, or no longer link, soon after the one that is deleted. */
export type LeavingOf = (contentItemIds: readonly string[]) => Promise<ReadonlySet<string>>

async function requireUnused(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  leavingOf: LeavingOf | undefined,
): Promise<void> {
  const { usedBy } = await findUsers(trx, tenantId, contentItemId, leavingOf)
  if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
}

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
  const lookUp = (scope: 'w' | 'p') =>
    findReferrers(trx, tenantId, { ids: [contentItemId], except: contentItemId, scope, limit })
  const referrers = await Promise.all([lookUp('w'), lookUp('p')])
  const ids = [...new Set(referrers.flat().map((each) => each.contentItemId))]
  const areAllRead = referrers.every(({ length }) => length < limit)
  const leaving = leavingOf !== undefined && areAllRead && ids.length > 0 ? await leavingOf(ids) : new Set<string>()
  const staying = ids.filter((id) => !leaving.has(id)).slice(0, maxUsersNamed)
  const usedBy = staying.length === 0 ? [] : await findNames(trx, tenantId, staying)
  return { usedBy, leaving: [...leaving] }
}
