import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'

/** The payload of a session, grant, code or token of the provider. */
export type Artifact = Record<string, unknown>

/** Sessions, grants and tokens of the embedded provider, and its own secrets. */
export interface ArtifactRepository {
  saveArtifact(model: string, id: string, payload: Artifact, expiresAt: Date): Promise<void>
  artifact(model: string, id: string): Promise<Artifact | undefined>
  artifactByUid(model: string, uid: string): Promise<Artifact | undefined>
  /** Marks a one-time artifact as used; false where it was used before. */
  consumeArtifact(model: string, id: string): Promise<boolean>
  removeArtifact(model: string, id: string): Promise<void>
  removeArtifactByUid(model: string, uid: string): Promise<void>
  removeArtifactsOfGrant(model: string, grantId: string): Promise<void>
  removeExpiredArtifacts(): Promise<void>

  /** The stored secret, or the one that `make` creates; servers that start at the same time get the same one. */
  secret<T extends object>(name: string, make: () => Promise<T>): Promise<T>
}

/** Ids of sessions and tokens work as passwords, so only their hashes are stored. */
export const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest()

export function artifactRepository(database: Database): ArtifactRepository {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => database.asSystem(work)
  return {
    saveArtifact: (model, id, { jti: _secret, ...payload }, expiresAt) =>
      run(async (trx) => {
        const row = {
          payload,
          grant_id: typeof payload.grantId === 'string' ? payload.grantId : null,
          uid: typeof payload.uid === 'string' ? payload.uid : null,
          expires_at: expiresAt.toISOString(),
        }
        await trx
          .insertInto('identity.artifact')
          .values({ model, id_hash: hashOf(id), ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
          .execute()
      }),

    artifact: (model, id) =>
      run(async (trx) => {
        const row = await trx
          .selectFrom('identity.artifact')
          .select('payload')
          .where('model', '=', model)
          .where('id_hash', '=', hashOf(id))
          .where('expires_at', '>', sql<string>`now()`)
          .executeTakeFirst()
        return row && { ...row.payload, jti: id }
      }),

    artifactByUid: (model, uid) =>
      run(async (trx) => {
        const row = await trx
          .selectFrom('identity.artifact')
          .select('payload')
          .where('model', '=', model)
          .where('uid', '=', uid)
          .where('expires_at', '>', sql<string>`now()`)
          .orderBy('expires_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        return row?.payload
      }),

    consumeArtifact: (model, id) =>
      run(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('identity.artifact')
          .set({ payload: sql`payload || jsonb_build_object('consumed', extract(epoch from now())::bigint)` })
          .where('model', '=', model)
          .where('id_hash', '=', hashOf(id))
          .where(sql<boolean>`not payload ? 'consumed'`)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }),

    removeArtifact: (model, id) =>
      run(async (trx) => {
        await trx.deleteFrom('identity.artifact').where('model', '=', model).where('id_hash', '=', hashOf(id)).execute()
      }),

    removeArtifactByUid: (model, uid) =>
      run(async (trx) => {
        await trx.deleteFrom('identity.artifact').where('model', '=', model).where('uid', '=', uid).execute()
      }),

    removeArtifactsOfGrant: (model, grantId) =>
      run(async (trx) => {
        await trx.deleteFrom('identity.artifact').where('model', '=', model).where('grant_id', '=', grantId).execute()
      }),

    removeExpiredArtifacts: () =>
      run(async (trx) => {
        await trx.deleteFrom('identity.artifact').where('expires_at', '<', sql<string>`now()`).execute()
      }),

    async secret<T extends object>(name: string, make: () => Promise<T>) {
      const read = () =>
        run((trx) => trx.selectFrom('identity.secret').select('value').where('name', '=', name).executeTakeFirst())
      const stored = await read()
      if (stored) return stored.value as T
      const made = JSON.stringify(await make())
      await run(async (trx) => {
        await trx
          .insertInto('identity.secret')
          .values({ name, value: made })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      return (await read())?.value as T
    },
  }
}
