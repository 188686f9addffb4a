import type { JWK } from 'jose'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Publishes a key, and forgets those whose last tokens have expired. */
export async function publishKey(system: Transaction, keyId: string, publicKey: JWK, hours: number): Promise<void> {
  await system.deleteFrom('section_token_key').where('expires_at', '<', sql<string>`now()`).execute()
  await system
    .insertInto('section_token_key')
    .values({
      key_id: keyId,
      public_key: JSON.stringify(publicKey),
      expires_at: sql<string>`now() + make_interval(hours => ${hours}::integer)`,
    })
    .execute()
}

export async function findPublicKeys(system: Transaction): Promise<JWK[]> {
  const rows = await system
    .selectFrom('section_token_key')
    .select('public_key')
    .where('expires_at', '>=', sql<string>`now()`)
    .orderBy('expires_at', 'desc')
    .execute()
  return rows.map((row) => row.public_key)
}
