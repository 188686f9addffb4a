import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'
import type { Account } from './demo-users.ts'

/** Accounts of the embedded provider and their memberships. */
export interface AccountRepository {
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
}

/** A hash that no password is known for. */
const unknownPassword = (): string =>
  `scrypt$32768$8$3$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

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

export function accountRepository(database: Database): AccountRepository {
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
  }
}
