import type { ContentItem, ContentVariation } from '@pim/contract'
import { type Role, reaches } from '@pim/contract/core/roles.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { withDefinition } from '../../content-model/index.ts'
import { present, presentItem } from '../domain/presentation.ts'
import { findItemRows, itemWithId } from '../store/item-read.repository.ts'
import { loadItem } from '../store/load.ts'

export interface ItemQuery {
  readonly contentItemId: string
  readonly includeDeleted: boolean
  /** Role of the caller. */
  readonly role: Role
}

/** Deleted items are shown to editors who ask for them, as in searches. */
function requireShown(isDeleted: boolean, { includeDeleted, role }: ItemQuery): void {
  if (!isDeleted) return
  if (!includeDeleted) throw new Problem('NOT_FOUND')
  if (!reaches(role, 'editor')) throw new Problem('FORBIDDEN', { message: 'Deleted content is shown to editors.' })
}

export async function readItem(trx: Transaction, tenantId: string, query: ItemQuery): Promise<ContentItem> {
  const [found] = await findItemRows(trx, tenantId, itemWithId(query.contentItemId), { lock: false })
  if (found === undefined) throw new Problem('NOT_FOUND')
  requireShown(found.isDeleted, query)
  const { typeRevision: revision, ...row } = found
  const stored = await withDefinition(trx, tenantId, { contentTypeId: row.contentTypeId, revision })
  if (stored === undefined) throw new Problem('NOT_FOUND')
  return presentItem({ ...row, type: stored.type })
}

/** The item in every variation; long values are what stands for them. */
export async function readItemVariations(
  trx: Transaction,
  tenantId: string,
  query: ItemQuery,
): Promise<ContentVariation[]> {
  const { item } = await loadItem(trx, tenantId, query.contentItemId)
  requireShown(item.isDeleted, query)
  return [...item.variations.values()].map((variation) => present(item, variation))
}
