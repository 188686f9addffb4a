import type { Role, Variation } from '@pim/contract'
import type { SettingValue } from '@pim/contract/core/section-settings.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ChannelDetails } from '../../platform/database/platform-tables.ts'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'
import type { MarketChannel, StoredChannels } from './channels.ts'

export interface TenantRecord {
  readonly tenantId: string
  readonly externalId: string
  readonly friendlyName: string
  readonly featureToggles: Readonly<Record<string, boolean>>
  readonly remotes: Readonly<Record<string, { manifestUrl: string }>>
  readonly deliveryTargets: readonly string[]
  /** Names and variations by technical name, for channels that have some; see `channelsOf`. */
  readonly channelDetails: ChannelDetails
  /** Hosts that files may be fetched from, with their ports where those are not 443. */
  readonly importHosts: readonly string[]
  /** What sections add to slots and administrators have switched off: `orders/item.panel/openOrders`. */
  readonly fillsOff: readonly string[]
  /** Least roles for rights of sections that the tenant has chosen, by name: `orders:approve`. */
  readonly permissionRoles: Readonly<Record<string, Role>>
  /** Settings of sections that were chosen for the tenant, by name: `orders:currency`. */
  readonly settings: Readonly<Record<string, SettingValue>>
  readonly version: number
  readonly isPaused: boolean
}

export type NewTenant = Omit<
  TenantRecord,
  'version' | 'isPaused' | 'channelDetails' | 'importHosts' | 'fillsOff' | 'permissionRoles' | 'settings'
> &
  Partial<Pick<TenantRecord, 'channelDetails' | 'importHosts' | 'permissionRoles' | 'settings'>>

const tenantColumns = [
  'tenant_id as tenantId',
  'external_id as externalId',
  'friendly_name as friendlyName',
  'feature_toggles as featureToggles',
  'remotes',
  'delivery_targets as deliveryTargets',
  'channel_details as channelDetails',
  'import_hosts as importHosts',
  'fills_off as fillsOff',
  'permission_roles as permissionRoles',
  'section_settings as settings',
  'version',
  sql<boolean>`paused_at is not null`.as('isPaused'),
] as const

/** In a system transaction: without a tenant context, row-level security hides the tenants from `pim_app`. */
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

export async function hasTenants(system: Transaction): Promise<boolean> {
  const any = await system.selectFrom('tenant').select('tenant_id').limit(1).executeTakeFirst()
  return any !== undefined
}

export async function findTenantNames(system: Transaction): Promise<string[]> {
  const rows = await system.selectFrom('tenant').select('external_id').execute()
  return rows.map((row) => row.external_id)
}

export async function findExternalId(system: Transaction, tenantId: string): Promise<string | undefined> {
  const query = system.selectFrom('tenant').select('external_id').where('tenant_id', '=', tenantId)
  return (await query.executeTakeFirst())?.external_id
}

export async function findTenantIds(system: Transaction): Promise<string[]> {
  const rows = await system.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute()
  return rows.map((row) => row.tenant_id)
}

/** Takes a tenant's names away: no token leads to it any more, and another tenant can have its external id. */
export async function closeTenant(system: Transaction, tenantId: string): Promise<void> {
  await system
    .updateTable('tenant')
    .set({ external_id: `erased-${tenantId}`, friendly_name: '' })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Locks the row of a tenant that is erased: waits for all changes under way, and lets no further one refer to it. */
export async function lockTenantRow(system: Transaction, tenantId: string): Promise<void> {
  await sql`select from tenant where tenant_id = ${tenantId} for update`.execute(system)
}

/** False where the external id is taken. */
export async function insertTenant(system: Transaction, tenant: NewTenant): Promise<boolean> {
  const inserted = await system
    .insertInto('tenant')
    .values({
      tenant_id: tenant.tenantId,
      external_id: tenant.externalId,
      friendly_name: tenant.friendlyName,
      feature_toggles: JSON.stringify(tenant.featureToggles),
      remotes: JSON.stringify(tenant.remotes),
      delivery_targets: [...tenant.deliveryTargets],
      channel_details: JSON.stringify(tenant.channelDetails ?? {}),
      permission_roles: JSON.stringify(tenant.permissionRoles ?? {}),
      section_settings: JSON.stringify(tenant.settings ?? {}),
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findOwnTenant = (trx: Transaction, tenantId: string): Promise<TenantRecord> =>
  trx.selectFrom('tenant').select(tenantColumns).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()

type TenantSettings = Omit<NewTenant, 'tenantId' | 'externalId'>

export const updateTenant = (trx: Transaction, tenantId: string, tenant: TenantSettings): Promise<TenantRecord> =>
  storeTenant(trx, tenantId, tenant, 1)

/** Sets the address of a tenant's own build of a section, or takes it away. */
export async function setRemote(
  trx: Transaction,
  tenantId: string,
  section: string,
  manifestUrl: string | undefined,
): Promise<void> {
  const remotes =
    manifestUrl === undefined
      ? sql<string>`remotes - ${section}::text`
      : sql<string>`remotes || jsonb_build_object(${section}::text, jsonb_build_object('manifestUrl', ${manifestUrl}::text))`
  await trx
    .updateTable('tenant')
    .set({ remotes, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Switches what a section adds to a slot off, or on again. */
export async function setFillOff(trx: Transaction, tenantId: string, fill: string, isOff: boolean): Promise<void> {
  const others = sql<string[]>`array_remove(fills_off, ${fill}::text)`
  await trx
    .updateTable('tenant')
    .set({
      fills_off: isOff ? sql<string[]>`array_append(${others}, ${fill}::text)` : others,
      version: sql`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** The addresses of all tenants that have builds of sections of their own. */
export const findRemotes = (
  system: Transaction,
): Promise<{ externalId: string; remotes: Readonly<Record<string, { manifestUrl: string }>> }[]> =>
  system
    .selectFrom('tenant')
    .select(['external_id as externalId', 'remotes'])
    .where(sql<boolean>`remotes <> '{}'`)
    .orderBy('external_id')
    .execute()

/** Of a tenant that is being made: nobody has seen it yet, so its version stays the first. */
export const completeTenant = (trx: Transaction, tenantId: string, tenant: TenantSettings): Promise<TenantRecord> =>
  storeTenant(trx, tenantId, tenant, 0)

const storeTenant = (
  trx: Transaction,
  tenantId: string,
  tenant: TenantSettings,
  newVersions: 0 | 1,
): Promise<TenantRecord> =>
  trx
    .updateTable('tenant')
    .set({
      friendly_name: tenant.friendlyName,
      feature_toggles: JSON.stringify(tenant.featureToggles),
      remotes: JSON.stringify(tenant.remotes),
      delivery_targets: [...tenant.deliveryTargets],
      channel_details: JSON.stringify(tenant.channelDetails ?? {}),
      import_hosts: [...(tenant.importHosts ?? [])],
      permission_roles: JSON.stringify(tenant.permissionRoles ?? {}),
      section_settings: JSON.stringify(tenant.settings ?? {}),
      version: sql`version + ${newVersions}::integer`,
    })
    .where('tenant_id', '=', tenantId)
    .returning(tenantColumns)
    .executeTakeFirstOrThrow()

export const variationColumns = [
  'variation_id',
  'friendly_name',
  'language_code',
  'market_code',
  'fallback_variation_id',
  'is_default',
  'version',
] as const

export type StoredVariation = Variation & { readonly version: number }

interface VariationColumns {
  variation_id: string
  friendly_name: string
  language_code: string
  market_code: string | null
  fallback_variation_id: string | null
  is_default: boolean
  version: number
}

export const toVariation = (row: VariationColumns): StoredVariation => ({
  variationId: row.variation_id,
  friendlyName: row.friendly_name,
  languageCode: row.language_code,
  ...(row.market_code !== null && { marketCode: row.market_code }),
  fallbackVariationId: row.fallback_variation_id,
  isDefault: row.is_default,
  version: row.version,
})

/** For a statement of another module that means the default variation, whichever that is. */
export const defaultVariationId = (tenantId: string): RawBuilder<string> =>
  sql<string>`(select variation_id from variation where tenant_id = ${tenantId} and is_default)`

/** The default one first, then in the order in which they were made. */
export async function variationsOf(trx: Transaction, tenantId: string): Promise<StoredVariation[]> {
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

export interface Market {
  readonly variations: readonly StoredVariation[]
  readonly channels: readonly MarketChannel[]
}

export const marketChannels = ({ deliveryTargets, channelDetails }: StoredChannels): MarketChannel[] =>
  deliveryTargets.map((technicalName) => ({
    technicalName,
    variationIds: channelDetails[technicalName]?.variationIds ?? [],
  }))

/** Variations, as `variationsOf` gives them, and channels, in one statement: every change of content reads both. */
export async function marketOfTenant(trx: Transaction, tenantId: string): Promise<Market> {
  const rows = await prepared(
    trx,
    'market-of-tenant',
    sql<VariationColumns & { delivery_targets: string[]; channel_details: ChannelDetails }>`
    select v.variation_id, v.friendly_name, v.language_code, v.market_code, v.fallback_variation_id, v.is_default, v.version,
      t.delivery_targets, t.channel_details
    from variation v join tenant t on t.tenant_id = ${tenantId}
    where v.tenant_id = ${tenantId} order by v.is_default desc, v.position, v.variation_id`,
  )
  return { variations: rows.map(toVariation), channels: channelsOfRow(rows[0]) }
}

const channelsOfRow = (row?: { delivery_targets: string[]; channel_details: ChannelDetails }): MarketChannel[] =>
  row ? marketChannels({ deliveryTargets: row.delivery_targets, channelDetails: row.channel_details }) : []

/**
 * Reads the variations with a shared row lock (`for key share`), for transactions that write into them: none can be
 * deleted until the transaction ends, but their names and fallbacks can be changed.
 */
export async function lockVariationsShared(trx: Transaction, tenantId: string): Promise<Variation[]> {
  const rows = await prepared(
    trx,
    'variations-of-tenant-shared',
    sql<VariationColumns>`
    select variation_id, friendly_name, language_code, market_code, fallback_variation_id, is_default, version
    from variation where tenant_id = ${tenantId}
    order by is_default desc, position, variation_id
    for key share`,
  )
  return rows.map(toVariation)
}

/** Which features a tenant has switched on; read in the transaction of the call that depends on it. */
export const featureTogglesOf = async (
  trx: Transaction,
  tenantId: string,
): Promise<Readonly<Record<string, boolean>>> => (await findOwnTenant(trx, tenantId)).featureToggles
