import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import {
  claimRecipe,
  entryRecipe,
  findTenantsToRebuild,
  type IndexedItem,
  indexRecipe,
  lockRebuild,
  moveRebuild,
  rewriteIndex,
  rowRecipe,
  setRecipe,
} from '../../content-index/index.ts'
import { indexedItem } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { findItemIds } from '../store/item-range.repository.ts'
import { loadItems, lockTypesShared } from '../store/load.ts'
import { writeClaims } from '../store/write-claims.ts'
import { writeDerived } from '../store/write-derived.ts'
import { batchSize } from './change-type.ts'

/** A batch may have to wait for the one that another server makes. */
const limits = { statementMs: 60_000, deadlineMs: 300_000 }

/**
 * Makes the index of content anew where a migration has emptied it or an older recipe has made it, before this server listens. A server that was killed
 * meanwhile goes on behind the last whole batch; servers that start together make the batches in turns.
 */
export async function rebuildIndex(database: Database, log: Pick<Logger, 'info'>, recipe = indexRecipe): Promise<void> {
  const tenantIds = await database.asSystem((system) => findTenantsToRebuild(system, recipe), limits)
  for (const [at, tenantId] of tenantIds.entries()) {
    const tenant = `tenant ${at + 1} of ${tenantIds.length}`
    let itemCount = 0
    for (;;) {
      const done = await database.inTenant(tenantId, (trx) => rebuildBatch(trx, tenantId, recipe), limits)
      if (done === 0) break
      itemCount += done
      log.info({ tenantId, itemCount }, `making the index of content: ${tenant}, ${itemCount} items`)
    }
  }
}

/** Answers how many items it was; none where everything was made. */
async function rebuildBatch(trx: Transaction, tenantId: string, recipe: number): Promise<number> {
  const rebuild = await lockRebuild(trx, tenantId, recipe)
  if (rebuild === undefined) return 0
  // A newer recipe than this server's, as a test asks for, may change entries too.
  const isOfOldEntries = rebuild.from === 'nothing' || rebuild.version < entryRecipe || recipe > indexRecipe
  const write = isOfOldEntries ? rewriteIndex : nothing
  const withNames = write !== nothing || rebuild.version < rowRecipe
  const withClaims = rebuild.version < claimRecipe
  const ids = await writeBatch(trx, tenantId, rebuild.doneItemId, write, { withNames, withClaims })
  await moveRebuild(trx, tenantId, rebuild, ids.at(-1), recipe)
  return ids.length
}

const indexedItemOf = (item: ItemState): IndexedItem => indexedItem(item)

const nothing = async (): Promise<void> => undefined

async function writeBatch(
  trx: Transaction,
  tenantId: string,
  after: string | null,
  write: (trx: Transaction, tenantId: string, items: readonly IndexedItem[]) => Promise<void>,
  { withNames, withClaims } = { withNames: true, withClaims: true },
): Promise<string[]> {
  const ids = await findItemIds(trx, tenantId, { after }, batchSize)
  await lockTypesShared(trx, tenantId, ids)
  const items = (await loadItems(trx, tenantId, ids, { lock: true })).map(({ item }) => item)
  await writeDerived(trx, tenantId, items, { withNames })
  if (withClaims) await writeClaims(trx, tenantId, items)
  await write(trx, tenantId, items.map(indexedItemOf))
  return ids
}

/**
 * Makes the index of a tenant anew while servers work, batch by batch: each is in its own transaction, and holds its items
 * from being changed meanwhile. Safe to cut off and to repeat. Answers how many items it was.
 */
export async function makeIndexAnew(database: Database, tenantId: string): Promise<number> {
  let itemCount = 0
  for (let after: string | null = null; ; ) {
    const last: string | null = after
    const ids: string[] = await database.inTenant(
      tenantId,
      (trx) => writeBatch(trx, tenantId, last, rewriteIndex),
      limits,
    )
    itemCount += ids.length
    after = ids.at(-1) ?? null
    if (after === null) {
      await database.inTenant(tenantId, (trx) => setRecipe(trx, tenantId), limits)
      return itemCount
    }
  }
}
