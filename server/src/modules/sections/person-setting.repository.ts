import type { SettingValue } from '@pim/contract/core/section-settings.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface KeptSettings {
  readonly settings: Readonly<Record<string, SettingValue>>
  /** 0 where nothing was ever set. */
  readonly version: number
}

const nothing: KeptSettings = { settings: {}, version: 0 }

/** Changes of one person in a tenant wait for each other, the first one too, which has no row to lock. */
export async function lockPersonSettings(trx: Transaction, tenantId: string, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`person-settings:${tenantId}:${userId}`}, 0))`.execute(trx)
}

export async function findPersonSettings(trx: Transaction, tenantId: string, userId: string): Promise<KeptSettings> {
  const query = trx.selectFrom('person_setting').select(['settings', 'version'])
  return (await query.where('tenant_id', '=', tenantId).where('user_id', '=', userId).executeTakeFirst()) ?? nothing
}

export async function storePersonSettings(
  trx: Transaction,
  tenantId: string,
  userId: string,
  settings: KeptSettings['settings'],
): Promise<KeptSettings> {
  return await trx
    .insertInto('person_setting')
    .values({ tenant_id: tenantId, user_id: userId, settings: JSON.stringify(settings) })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet((excluded) => ({
        settings: excluded.ref('excluded.settings'),
        version: sql<number>`person_setting.version + 1`,
      })),
    )
    .returning(['settings', 'version'])
    .executeTakeFirstOrThrow()
}

/** Answers how many settings the person had. */
export async function deletePersonSettings(trx: Transaction, tenantId: string, userId: string): Promise<number> {
  const gone = await trx
    .deleteFrom('person_setting')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .returning('settings')
    .execute()
  return gone.reduce((sum, { settings }) => sum + Object.keys(settings).length, 0)
}
