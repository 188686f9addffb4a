import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'

export interface SessionKey {
  readonly keyId: string
  readonly secret: Buffer
  readonly madeAt: Date
}

/** Keeps a key for so many days, and forgets those whose last sessions have ended. */
export async function keepKey(system: Transaction, key: SessionKey, days: number): Promise<void> {
  await system.deleteFrom('browser_session_key').where('expires_at', '<', sql<string>`now()`).execute()
  await system
    .insertInto('browser_session_key')
    .values({
      key_id: key.keyId,
      secret: key.secret,
      made_at: key.madeAt.toISOString(),
      expires_at: sql<string>`now() + make_interval(days => ${days}::integer)`,
    })
    .execute()
}

/** The newest first. */
export async function findKeys(system: Transaction): Promise<SessionKey[]> {
  const rows = await system
    .selectFrom('browser_session_key')
    .select(['key_id', 'secret', 'made_at'])
    .where('expires_at', '>=', sql<string>`now()`)
    .orderBy('made_at', 'desc')
    .orderBy('key_id')
    .execute()
  return rows.map((row) => ({ keyId: row.key_id, secret: row.secret, madeAt: new Date(row.made_at) }))
}
