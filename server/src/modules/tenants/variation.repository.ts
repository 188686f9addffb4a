import type { CreateVariation, Variation } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type StoredVariation, toVariation, variationColumns } from './tenant.repository.ts'

/** Locks one variation exclusively (`for update`) before it is deleted: waits for transactions that write into it. */
export async function lockVariationExclusive(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  await sql`select from variation where tenant_id = ${tenantId} and variation_id = ${variationId} for update`.execute(
    trx,
  )
}

/** Takes the exclusive advisory lock on changes of a tenant's variations: two changes at once could close a cycle. */
export async function lockVariationChanges(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`variations:${tenantId}`}, 0))`.execute(trx)
}

/** The last of the tenant. Its place is read first: a distributed table takes no subquery among the values of an insert. */
export async function insertVariation(
  trx: Transaction,
  tenantId: string,
  variationId: string,
  variation: CreateVariation,
): Promise<Variation> {
  const last = await trx
    .selectFrom('variation')
    .select('position')
    .where('tenant_id', '=', tenantId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = await trx
    .insertInto('variation')
    .values({
      tenant_id: tenantId,
      variation_id: variationId,
      friendly_name: variation.friendlyName,
      language_code: variation.languageCode,
      market_code: variation.marketCode ?? null,
      fallback_variation_id: variation.fallbackVariationId ?? null,
      is_default: variation.isDefault ?? false,
      position: last === undefined ? 0 : last.position + 1,
    })
    .returning(variationColumns)
    .executeTakeFirstOrThrow()
  return toVariation(row)
}

export async function updateVariation(
  trx: Transaction,
  tenantId: string,
  variation: Variation,
): Promise<StoredVariation> {
  const row = await trx
    .updateTable('variation')
    .set({
      friendly_name: variation.friendlyName,
      language_code: variation.languageCode,
      market_code: variation.marketCode ?? null,
      fallback_variation_id: variation.fallbackVariationId,
      is_default: variation.isDefault,
      version: sql`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('variation_id', '=', variation.variationId)
    .returning(variationColumns)
    .executeTakeFirstOrThrow()
  return toVariation(row)
}

/** Unsets the default variation; called before another one is set, because a unique index allows only one. */
export async function clearDefault(trx: Transaction, tenantId: string): Promise<void> {
  await trx
    .updateTable('variation')
    .set({ is_default: false, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('is_default', '=', true)
    .execute()
}

export async function deleteVariation(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  await trx.deleteFrom('variation').where('tenant_id', '=', tenantId).where('variation_id', '=', variationId).execute()
}
