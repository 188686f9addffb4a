import type { PurgePreview } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findSizes } from '../../binary/index.ts'
import { countVersions } from '../store/history.repository.ts'
import { loadItem } from '../store/load.ts'
import { findUsers } from './delete-item.ts'
import { findFileIds, findOwnFiles } from './purge-item.ts'

const maxNamed = 100

/** What erasing a deleted item would remove, found as the erasure finds it. */
export async function previewPurge(trx: Transaction, tenantId: string, contentItemId: string): Promise<PurgePreview> {
  const { item } = await loadItem(trx, tenantId, contentItemId)
  if (!item.isDeleted) throw new Problem('NOT_FOUND')
  const contentVariationIds = [...item.variations.values()].map((variation) => variation.contentVariationId)
  const versions = await countVersions(trx, tenantId, contentVariationIds)
  const had = await findFileIds(trx, tenantId, item, contentVariationIds)
  const own = had.length === 0 ? [] : await findOwnFiles(trx, tenantId, item, had)
  const files = own.length === 0 ? [] : await findSizes(trx, tenantId, own)
  const { usedBy: linkedFrom } = await findUsers(trx, tenantId, contentItemId)
  return {
    variations: contentVariationIds.length,
    versions,
    fileCount: files.length,
    fileBytes: files.reduce((sum, { byteSize }) => sum + byteSize, 0),
    files: files.slice(0, maxNamed),
    linkedFromCount: linkedFrom.length,
    linkedFrom: linkedFrom.slice(0, maxNamed),
  }
}
