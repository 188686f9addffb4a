import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'
import type { Account } from './demo-users.ts'

/** The payload of a session, grant, code or token of the provider. */
export type Artifact = Record<string, unknown>

export interface IdentityRepository {
  accountByUsername(username: string): Promise<Account | undefined>
  accountByUserId(userId: string): Promise<Account | undefined>
  /** Adds accounts that do not exist and answers how many; existing ones are left unchanged. */
  addAccounts(accounts: readonly Account[]): Promise<number>
  /** Nobody can sign in any more to these accounts with these passwords. One that was changed stays. */
  endPasswords(accounts: readonly Pick<Account, 'userId' | 'passwordHash'>[]): Promise<void>
  /** Empties an account, so that it is not made again under its id, and removes its sessions; answers how many of each. */
  eraseAccount(userId: string): Promise<{ accounts: number; memberships: number; sessions: number }>
  /** The members of a tenant, by their names. */
  accountsOf(tenantExternalId: string): Promise<Account[]>
  /** Makes the account a member with this role alone, of those that are limited to the tenant; without a role, no member. */
  setRole(userId: string, tenantExternalId: string, role: string | undefined): Promise<void>
  /** Sets the password and ends all sessions of the account. */
  setPassword(userId: string, passwordHash: string): Promise<void>
  addMembership(userId: string, tenantExternalId: string): Promise<void>
  /** Ends all memberships of a tenant; answers how many. */
  removeMembers(tenantExternalId: string): Promise<number>
  removeMembership(userId: string, tenantExternalId: string): Promise<void>

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

/** A hash that no password is known for. */
const unknownPassword = (): string =>
  `scrypt$32768$8$3$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

/** Ids of sessions and tokens work as passwords, so only their hashes are stored. */
const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest()

interface AccountWithTenants {
  readonly user_id: string
  readonly username: string
  readonly password_hash: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly roles: string[]
  readonly tenants: string[]
}

const toAccount = (row: AccountWithTenants): Account => ({
  userId: row.user_id,
  username: row.username,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  roles: row.roles,
  tenants: row.tenants,
})

const tenantsOfAccount = sql<string[]>`array(select tenant_external_id from identity.membership m
  where m.user_id = a.user_id order by 1)`

/** A session, an interaction or a token names the account somewhere in its payload. */
const namesAccount = (userId: string) => sql<boolean>`strpos(payload::text, ${JSON.stringify(userId)}) > 0`

export function identityRepository(database: Database): IdentityRepository {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => database.asSystem(work)

  const findAccount = (column: 'username' | 'user_id', value: string) =>
    run(async (trx) => {
      const row = await trx
        .selectFrom('identity.account as a')
        .selectAll('a')
        .select(tenantsOfAccount.as('tenants'))
        .where(`a.${column}`, '=', value)
        .executeTakeFirst()
      return row && toAccount(row)
    })

  return {
    accountByUsername: (username) => findAccount('username', username.trim().toLowerCase()),
    accountByUserId: (userId) => findAccount('user_id', userId),

    addAccounts: (accounts) =>
      run(async (trx) => {
        let count = 0
        for (const account of accounts) {
          const { numInsertedOrUpdatedRows: added } = await trx
            .insertInto('identity.account')
            .values({
              user_id: account.userId,
              username: account.username,
              password_hash: account.passwordHash,
              first_name: account.firstName,
              last_name: account.lastName,
              email: account.email,
              roles: [...account.roles],
            })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
          if (!added) continue
          count += 1
          if (account.tenants.length === 0) continue
          await trx
            .insertInto('identity.membership')
            .values(account.tenants.map((id) => ({ user_id: account.userId, tenant_external_id: id })))
            .execute()
        }
        return count
      }),

    endPasswords: (accounts) =>
      run(async (trx) => {
        for (const { userId, passwordHash } of accounts) {
          await trx
            .updateTable('identity.account')
            .set({ password_hash: unknownPassword() })
            .where('user_id', '=', userId)
            .where('password_hash', '=', passwordHash)
            .execute()
        }
      }),

    eraseAccount: (userId) =>
      run(async (trx) => {
        const { numUpdatedRows: accounts } = await trx
          .updateTable('identity.account')
          .set({
            username: `erased-${randomBytes(9).toString('hex')}`,
            password_hash: unknownPassword(),
            first_name: '',
            last_name: '',
            email: '',
            roles: [],
          })
          .where(sql<boolean>`user_id::text = ${userId}`)
          .executeTakeFirst()
        const { numDeletedRows: memberships } = await trx
          .deleteFrom('identity.membership')
          .where(sql<boolean>`user_id::text = ${userId}`)
          .executeTakeFirst()
        const { numDeletedRows: sessions } = await trx
          .deleteFrom('identity.artifact')
          .where(namesAccount(userId))
          .executeTakeFirst()
        return { accounts: Number(accounts), memberships: Number(memberships), sessions: Number(sessions) }
      }),

    accountsOf: (tenantExternalId) =>
      run(async (trx) => {
        const rows = await trx
          .selectFrom('identity.account as a')
          .innerJoin('identity.membership as of', 'of.user_id', 'a.user_id')
          .selectAll('a')
          .select(tenantsOfAccount.as('tenants'))
          .where('of.tenant_external_id', '=', tenantExternalId)
          .orderBy('a.last_name')
          .orderBy('a.first_name')
          .orderBy('a.username')
          .execute()
        return rows.map(toAccount)
      }),

    setRole: (userId, tenantExternalId, role) =>
      run(async (trx) => {
        const elsewhere = sql<string[]>`array(select role from unnest(roles) as role
          where not starts_with(role, ${`${tenantExternalId}:`}))`
        await trx
          .updateTable('identity.account')
          .set({
            roles:
              role === undefined
                ? elsewhere
                : sql<string[]>`${elsewhere} || ${[`${tenantExternalId}:${role}`]}::text[]`,
          })
          .where('user_id', '=', userId)
          .execute()
        const membership = { user_id: userId, tenant_external_id: tenantExternalId }
        if (role === undefined)
          await trx
            .deleteFrom('identity.membership')
            .where('user_id', '=', userId)
            .where('tenant_external_id', '=', tenantExternalId)
            .execute()
        else
          await trx
            .insertInto('identity.membership')
            .values(membership)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
      }),

    setPassword: (userId, passwordHash) =>
      run(async (trx) => {
        await trx
          .updateTable('identity.account')
          .set({ password_hash: passwordHash })
          .where('user_id', '=', userId)
          .execute()
        await trx.deleteFrom('identity.artifact').where(namesAccount(userId)).execute()
      }),

    addMembership: (userId, tenantExternalId) =>
      run(async (trx) => {
        await trx
          .insertInto('identity.membership')
          .values({ user_id: userId, tenant_external_id: tenantExternalId })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }),

    removeMembers: (tenantExternalId) =>
      run(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('identity.membership')
          .where('tenant_external_id', '=', tenantExternalId)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),

    removeMembership: (userId, tenantExternalId) =>
      run(async (trx) => {
        await trx
          .deleteFrom('identity.membership')
          .where('user_id', '=', userId)
          .where('tenant_external_id', '=', tenantExternalId)
          .execute()
      }),

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
