import type { CreateVariation, Variation } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'

/** A tenant as the rest of the server knows it. */
export interface TenantRecord {
  readonly tenantId: string
  readonly externalId: string
  readonly friendlyName: string
  readonly featureToggles: Readonly<Record<string, boolean>>
  readonly remotes: Readonly<Record<string, { manifestUrl: string }>>
  readonly deliveryTargets: readonly string[]
}

const tenantColumns = [
  'tenant_id as tenantId',
  'external_id as externalId',
  'friendly_name as friendlyName',
  'feature_toggles as featureToggles',
  'remotes',
  'delivery_targets as deliveryTargets',
] as const

/** As the platform: before there is a tenant, there is no tenant's row to see. */
export const findTenants = (system: Transaction, externalIds: readonly string[]): Promise<TenantRecord[]> =>
  externalIds.length === 0
    ? Promise.resolve([])
    : system
        .selectFrom('tenant')
        .select(tenantColumns)
        .where('external_id', 'in', [...externalIds])
        .orderBy('friendly_name')
        .orderBy('external_id')
        .execute()

/** Whether the name was still free. */
export async function insertTenant(system: Transaction, tenant: TenantRecord): Promise<boolean> {
  const inserted = await system
    .insertInto('tenant')
    .values({
      tenant_id: tenant.tenantId,
      external_id: tenant.externalId,
      friendly_name: tenant.friendlyName,
      feature_toggles: JSON.stringify(tenant.featureToggles),
      remotes: JSON.stringify(tenant.remotes),
      delivery_targets: [...tenant.deliveryTargets],
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findOwnTenant = (trx: Transaction, tenantId: string): Promise<TenantRecord> =>
  trx.selectFrom('tenant').select(tenantColumns).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()

export const updateTenant = (
  trx: Transaction,
  tenantId: string,
  tenant: Omit<TenantRecord, 'tenantId' | 'externalId'>,
): Promise<TenantRecord> =>
  trx
    .updateTable('tenant')
    .set({
      friendly_name: tenant.friendlyName,
      feature_toggles: JSON.stringify(tenant.featureToggles),
      remotes: JSON.stringify(tenant.remotes),
      delivery_targets: [...tenant.deliveryTargets],
    })
    .where('tenant_id', '=', tenantId)
    .returning(tenantColumns)
    .executeTakeFirstOrThrow()

const variationColumns = [
  'variation_id',
  'friendly_name',
  'language_code',
  'market_code',
  'fallback_variation_id',
  'is_default',
] as const

interface VariationColumns {
  variation_id: string
  friendly_name: string
  language_code: string
  market_code: string | null
  fallback_variation_id: string | null
  is_default: boolean
}

const toVariation = (row: VariationColumns): Variation => ({
  variationId: row.variation_id,
  friendlyName: row.friendly_name,
  languageCode: row.language_code,
  ...(row.market_code !== null && { marketCode: row.market_code }),
  fallbackVariationId: row.fallback_variation_id,
  isDefault: row.is_default,
})

/** The default one first, then in the order in which they were made. */
export async function variationsOf(trx: Transaction, tenantId: string): Promise<Variation[]> {
  const query = trx
    .selectFrom('variation')
    .select(variationColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('is_default', 'desc')
    .orderBy('position')
    .orderBy('variation_id')
  const rows: VariationColumns[] = await prepared(trx, 'variations-of-tenant', query)
  return rows.map(toVariation)
}

/**
 * For whoever writes into them: none of these goes away before the transaction ends, and none that is just going is
 * among them. Changes of their names and fallbacks wait for nobody here.
 */
export async function holdVariations(trx: Transaction, tenantId: string): Promise<Variation[]> {
  const { rows } = await sql<VariationColumns>`
    select variation_id, friendly_name, language_code, market_code, fallback_variation_id, is_default
    from variation where tenant_id = ${tenantId}
    order by is_default desc, position, variation_id
    for key share`.execute(trx)
  return rows.map(toVariation)
}

/** For whoever takes one away: nobody writes into it any more, and what was written is there to be seen. */
export async function holdVariationAlone(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  await sql`select from variation where tenant_id = ${tenantId} and variation_id = ${variationId} for update`.execute(
    trx,
  )
}

/** Changes of the variations of one tenant are made one after the other: a cycle takes two of them to close. */
export async function lockVariations(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`variations:${tenantId}`}, 0))`.execute(trx)
}

export async function insertVariation(
  trx: Transaction,
  tenantId: string,
  variationId: string,
  variation: CreateVariation,
): Promise<Variation> {
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
      position: sql<number>`(select coalesce(max(position) + 1, 0) from variation where tenant_id = ${tenantId})`,
    })
    .returning(variationColumns)
    .executeTakeFirstOrThrow()
  return toVariation(row)
}

export async function updateVariation(trx: Transaction, tenantId: string, variation: Variation): Promise<void> {
  await trx
    .updateTable('variation')
    .set({
      friendly_name: variation.friendlyName,
      language_code: variation.languageCode,
      market_code: variation.marketCode ?? null,
      fallback_variation_id: variation.fallbackVariationId,
      is_default: variation.isDefault,
    })
    .where('tenant_id', '=', tenantId)
    .where('variation_id', '=', variation.variationId)
    .execute()
}

/** Before another one becomes it: at no moment are there two. */
export async function clearDefault(trx: Transaction, tenantId: string): Promise<void> {
  await trx
    .updateTable('variation')
    .set({ is_default: false })
    .where('tenant_id', '=', tenantId)
    .where('is_default', '=', true)
    .execute()
}

export async function deleteVariation(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  await trx.deleteFrom('variation').where('tenant_id', '=', tenantId).where('variation_id', '=', variationId).execute()
}

/** The channels that content of the tenant can go to. */
export const deliveryTargetsOf = async (trx: Transaction, tenantId: string): Promise<readonly string[]> =>
  (await findOwnTenant(trx, tenantId)).deliveryTargets

/** Which features a tenant has switched on; read in the transaction of the call that depends on it. */
export const featureTogglesOf = async (
  trx: Transaction,
  tenantId: string,
): Promise<Readonly<Record<string, boolean>>> => (await findOwnTenant(trx, tenantId)).featureToggles
