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
    bulkChangeId,
  }: {
    readonly contentItemId: string
    readonly allowBrokenLinks: boolean
    readonly ifMatch?: IfMatch
    readonly bulkChangeId?: string
  },
): Promise<ContentItem> {
  const { item, at } = await lockItemById(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, item.version)
  await lockTargets(trx, actor.tenantId, [{ kind: 'item', id: contentItemId }], 'exclusive')
  if (!allowBrokenLinks) await requireUnused(trx, actor.tenantId, contentItemId)
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

async function requireUnused(trx: Transaction, tenantId: string, contentItemId: string): Promise<void> {
  const usedBy = await findUsers(trx, tenantId, contentItemId)
  if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
}

/** Items that link to this one, in a working copy or live; not more than are named. */
export async function findUsers(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
): Promise<{ contentItemId: string; name: string }[]> {
  const lookUp = (scope: 'w' | 'p') =>
    findReferrers(trx, tenantId, { ids: [contentItemId], except: contentItemId, scope, limit: maxUsersNamed })
  const referrers = (await Promise.all([lookUp('w'), lookUp('p')])).flat()
  const ids = new Set(referrers.map((each) => each.contentItemId))
  return ids.size === 0 ? [] : await findNames(trx, tenantId, [...ids].slice(0, maxUsersNamed))
}
