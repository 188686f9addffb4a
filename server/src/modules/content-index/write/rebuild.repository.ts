import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { indexRecipe } from './recipe.ts'

/** The tenants whose index has yet to be made from their content, or was made by an older recipe. */
export async function findTenantsToRebuild(system: Transaction, recipe = indexRecipe): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from index_rebuild
    union select tenant_id from index_recipe where version < ${recipe}
    order by 1`.execute(system)
  return rows.map(({ tenantId }) => tenantId)
}

export interface Rebuild {
  /** Empty tables are filled; an index of an older recipe is there. */
  readonly from: 'nothing' | 'older recipe'
  /** By which recipe what is there was made; 0: nothing is there. */
  readonly version: number
  /** The last item whose entries were made. */
  readonly doneItemId: string | null
}

/** Locks the tenant's row until the transaction ends: of several servers, one at a time makes a batch. */
export async function lockRebuild(
  trx: Transaction,
  tenantId: string,
  recipe = indexRecipe,
): Promise<Rebuild | undefined> {
  const { rows: emptied } = await sql<{ doneItemId: string | null }>`
    select done_item_id as "doneItemId" from index_rebuild where tenant_id = ${tenantId} for update`.execute(trx)
  if (emptied[0]) return { from: 'nothing', version: 0, ...emptied[0] }
  const { rows: old } = await sql<{ version: number; doneItemId: string | null }>`
    select version, case when remaking_version = ${recipe} then remade_item_id end as "doneItemId" from index_recipe
    where tenant_id = ${tenantId} and version < ${recipe} for update`.execute(trx)
  return old[0] && { from: 'older recipe', ...old[0] }
}

/** Without an item: everything was made. */
export async function moveRebuild(
  trx: Transaction,
  tenantId: string,
  { from }: Rebuild,
  doneItemId: string | undefined,
  recipe = indexRecipe,
): Promise<void> {
  if (from === 'older recipe')
    await trx
      .updateTable('index_recipe')
      .set(
        doneItemId === undefined
          ? { version: recipe, remaking_version: null, remade_item_id: null }
          : { remaking_version: recipe, remade_item_id: doneItemId },
      )
      .where('tenant_id', '=', tenantId)
      .execute()
  else if (doneItemId === undefined) {
    await trx.deleteFrom('index_rebuild').where('tenant_id', '=', tenantId).execute()
    await setRecipe(trx, tenantId, recipe)
  } else
    await trx.updateTable('index_rebuild').set({ done_item_id: doneItemId }).where('tenant_id', '=', tenantId).execute()
}

/** All of the tenant's index is of this recipe now. */
export async function setRecipe(trx: Transaction, tenantId: string, recipe = indexRecipe): Promise<void> {
  await trx
    .insertInto('index_recipe')
    .values({ tenant_id: tenantId, version: recipe })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ version: recipe, remaking_version: null, remade_item_id: null }),
    )
    .execute()
}

/** Tenants that have a recipe: none loses it. */
const begun = new LRUCache<string, true>({ max: 50_000 })

/** Transactions that have recorded one: what they see need not be committed, and is not remembered. */
const beginning = new WeakSet<Transaction>()

/** Records the recipe of this server for a tenant whose first index entries are written. */
export async function beginRecipe(trx: Transaction, tenantId: string): Promise<void> {
  if (begun.has(tenantId) || beginning.has(trx)) return
  if ((await readRecipe(trx, tenantId)) !== undefined) {
    begun.set(tenantId, true)
    return
  }
  beginning.add(trx)
  await trx
    .insertInto('index_recipe')
    .values({ tenant_id: tenantId, version: indexRecipe })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
}

/** By which recipe the index was made; undefined where there are no entries yet. */
export async function readRecipe(trx: Transaction, tenantId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('index_recipe')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.version
}
