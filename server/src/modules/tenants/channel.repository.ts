import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'
import type { MarketChannel, StoredChannels } from './channels.ts'
import { findOwnTenant, marketChannels } from './tenant.repository.ts'

/** The channels that content of the tenant can go to. */
export const deliveryTargetsOf = async (trx: Transaction, tenantId: string): Promise<readonly string[]> =>
  (await findOwnTenant(trx, tenantId)).deliveryTargets

export async function channelsOfTenant(trx: Transaction, tenantId: string): Promise<MarketChannel[]> {
  const rows = await prepared(
    trx,
    'channels-of-tenant',
    sql<StoredChannels>`
      select delivery_targets as "deliveryTargets", channel_details as "channelDetails" from tenant where tenant_id = ${tenantId}`,
  )
  return rows.flatMap(marketChannels)
}

/** For a statement of another module that has the tenant's id in a table of this alias; read by `marketChannels`. */
export const channelsOfTenantOf = (alias: string): RawBuilder<StoredChannels> => sql<StoredChannels>`
  (select jsonb_build_object('deliveryTargets', t.delivery_targets, 'channelDetails', t.channel_details)
    from tenant t where t.tenant_id = ${sql.ref(`${alias}.tenant_id`)})`

/**
 * An advisory lock on the channels of the tenant, until the transaction ends. A transaction that stores the name of a channel
 * takes it shared before any other lock, and reads the channels after it. One that removes a channel takes it exclusively
 * before it counts what names the channel.
 */
export async function lockChannels(trx: Transaction, tenantId: string, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`channels:${tenantId}`}, 0))`.execute(trx)
}

/** The technical names of the channels, of which none goes until the transaction ends. */
export async function lockedChannelNames(trx: Transaction, tenantId: string): Promise<readonly string[]> {
  await lockChannels(trx, tenantId, 'shared')
  return deliveryTargetsOf(trx, tenantId)
}

/** Takes a variation out of the channels that name it, of which each has others. */
export async function removeFromChannels(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  const { channelDetails } = await findOwnTenant(trx, tenantId)
  if (!Object.values(channelDetails).some(({ variationIds }) => variationIds.includes(variationId))) return
  const left = Object.fromEntries(
    Object.entries(channelDetails).map(([name, { friendlyName, variationIds }]) => [
      name,
      { friendlyName, variationIds: variationIds.filter((id) => id !== variationId) },
    ]),
  )
  await trx
    .updateTable('tenant')
    .set({ channel_details: JSON.stringify(left), version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .execute()
}
