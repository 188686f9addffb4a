import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'
import { hashOf } from './artifact.repository.ts'
import type { Account } from './demo-users.ts'

/** Accounts of the embedded provider. */
export interface AccountRepository {
  accountByUsername(username: string): Promise<Account | undefined>
  accountByUserId(userId: string): Promise<Account | undefined>
  /** Adds accounts that do not exist and answers how many; existing ones are left unchanged. */
  addAccounts(accounts: readonly Account[]): Promise<number>
  /** Nobody can sign in any more to these accounts with these passwords. One that was changed stays. */
  endPasswords(accounts: readonly Pick<Account, 'userId' | 'passwordHash'>[]): Promise<void>
  /** Empties an account, so that it is not made again under its id, and removes its sessions; answers how many of each. */
  eraseAccount(userId: string): Promise<{ accounts: number; memberships: number; sessions: number }>
  /** Sets the password and ends all sessions of the account, but for the one that is kept. */
  setPassword(userId: string, passwordHash: string, kept?: KeptSession): Promise<void>
  setNames(userId: string, names: Pick<Account, 'firstName' | 'lastName'>): Promise<void>
}

/** The session of a browser, with the grants that its tokens come from. */
export interface KeptSession {
  readonly uid: string
  readonly grantIds: readonly string[]
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

export const toAccount = (row: AccountWithTenants): Account => ({
  userId: row.user_id,
  username: row.username,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  roles: row.roles,
  tenants: row.tenants,
})

/**
 * The invitations by which an account is a member. Where several accounts have the e-mail, it is not told whose it is, so it is of
 * none of them.
 */
// Defence 263, with "false" for "other.user_id <> a.user_id"
const invitationsOfAccount = sql`identity.invitation i where i.email = lower(a.email)
  and not exists (select from identity.account other where lower(other.email) = i.email and other.user_id <> a.user_id)
  and not exists (select from identity.membership m
    where m.user_id = a.user_id and m.tenant_external_id = i.tenant_external_id)`

// Defence 262, with "" for " union select i.tenant_external_id from ${invitationsOfAccount}"
const tenantsOfAccount = sql<string[]>`array(select tenant_external_id from identity.membership m
  where m.user_id = a.user_id union select i.tenant_external_id from ${invitationsOfAccount} order by 1)`
/** An invitation replaces roles that an earlier membership has left. */
const rolesOfAccount = sql<string[]>`array(select held from unnest(a.roles) as held
  where not exists (select from ${invitationsOfAccount} and starts_with(held, i.tenant_external_id || ':')))
  || array(select i.tenant_external_id || ':' || i.role from ${invitationsOfAccount})`

/** Columns of `identity.account as a`. */
export const accountColumns = [
  'a.user_id',
  'a.username',
  'a.password_hash',
  'a.first_name',
  'a.last_name',
  'a.email',
  rolesOfAccount.as('roles'),
  tenantsOfAccount.as('tenants'),
] as const

/** A session, an interaction or a token names the account somewhere in its payload. */
const namesAccount = (userId: string) => sql<boolean>`strpos(payload::text, ${JSON.stringify(userId)}) > 0`

export function accountRepository(database: Database): AccountRepository {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => database.asSystem(work)

  const findAccount = (column: 'username' | 'user_id', value: string) =>
    run(async (trx) => {
      const row = await trx
        .selectFrom('identity.account as a')
        .select(accountColumns)
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
        await trx
          .deleteFrom('identity.invitation')
          .where(sql<boolean>`email = (select lower(email) from identity.account where user_id::text = ${userId})`)
          .execute()
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

    setPassword: (userId, passwordHash, kept = { uid: '', grantIds: [] }) =>
      run(async (trx) => {
        await trx
          .updateTable('identity.account')
          .set({ password_hash: passwordHash })
          .where('user_id', '=', userId)
          .execute()
        // Defence 265
        await trx
          .deleteFrom('identity.artifact')
          .where(namesAccount(userId))
          .where(sql<boolean>`not (model = 'Session' and uid is not distinct from ${kept.uid})`)
          .where(sql<boolean>`not coalesce(grant_id = any(${[...kept.grantIds]}), false)`)
          .where(sql<boolean>`not (model = 'Grant' and id_hash = any(${kept.grantIds.map(hashOf)}::bytea[]))`)
          .execute()
        // Defence 265 ends
      }),

    setNames: (userId, { firstName, lastName }) =>
      run(async (trx) => {
        await trx
          .updateTable('identity.account')
          .set({ first_name: firstName, last_name: lastName })
          .where('user_id', '=', userId)
          .execute()
      }),
  }
}
