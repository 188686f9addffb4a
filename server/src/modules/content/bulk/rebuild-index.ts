import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTenantsToRebuild, lockRebuild, moveRebuild, rewriteIndex } from '../../content-index/index.ts'
import { indexedItem } from '../domain/derived-changes.ts'
import { findItemIds } from '../store/item-range.repository.ts'
import { loadItems, lockTypesShared } from '../store/load.ts'
import { batchSize } from './change-type.ts'

/** A batch may have to wait for the one that another server makes. */
const limits = { statementMs: 60_000, deadlineMs: 300_000 }

/**
 * Makes the index of content anew where a migration has emptied it, before this server listens. A server that was killed
 * meanwhile goes on behind the last whole batch; servers that start together make the batches in turns.
 */
export async function rebuildIndex(database: Database, log: Pick<Logger, 'info'>): Promise<void> {
  const tenantIds = await database.asSystem(findTenantsToRebuild, limits)
  for (const [at, tenantId] of tenantIds.entries()) {
    const tenant = `tenant ${at + 1} of ${tenantIds.length}`
    let itemCount = 0
    for (;;) {
      const done = await database.inTenant(tenantId, (trx) => rebuildBatch(trx, tenantId), limits)
      if (done === 0) break
      itemCount += done
      log.info({ tenantId, itemCount }, `making the index of content: ${tenant}, ${itemCount} items`)
    }
  }
}

/** Answers how many items it was; none where everything was made. */
async function rebuildBatch(trx: Transaction, tenantId: string): Promise<number> {
  const rebuild = await lockRebuild(trx, tenantId)
  if (rebuild === undefined) return 0
  const ids = await findItemIds(trx, tenantId, { after: rebuild.doneItemId }, batchSize)
  await lockTypesShared(trx, tenantId, ids)
  const loaded = await loadItems(trx, tenantId, ids, { lock: true })
  await rewriteIndex(
    trx,
    tenantId,
    loaded.map(({ item }) => indexedItem(item)),
  )
  await moveRebuild(trx, tenantId, ids.at(-1))
  return ids.length
}
