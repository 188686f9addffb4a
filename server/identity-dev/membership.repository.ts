import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'
import type { Invitation } from '../src/platform/identity/people.ts'
import { accountColumns, toAccount } from './account.repository.ts'
import type { Account } from './demo-users.ts'

/** Memberships and invitations of tenants. Each change of a tenant waits for the one before. */
export interface MembershipRepository {
  /** The members of a tenant, by their names, without those who are invited. */
  accountsOf(tenantExternalId: string): Promise<Account[]>
  invitationsOf(tenantExternalId: string): Promise<Invitation[]>
  /**
   * Adds whoever has an account with this e-mail, or will have: no account is looked for. `check` is given the members and the
   * invitations as they are, and may throw.
   */
  invite(
    tenantExternalId: string,
    invited: Omit<Invitation, 'invitationId'>,
    check: (members: readonly Account[], invitations: readonly Invitation[]) => void,
  ): Promise<Invitation>
  /** Without a role, takes the invitation back. Undefined where there is none. */
  changeInvitation(
    tenantExternalId: string,
    invitationId: string,
    role: string | undefined,
  ): Promise<Invitation | undefined>
  /** Makes who is invited a member for good; undefined where they are not. */
  enter(userId: string, tenantExternalId: string): Promise<Invitation | undefined>
  /**
   * Makes the account a member with this role alone, of those that are limited to the tenant; without a role, no member. `check`
   * is given the members as they are, and may throw.
   */
  setRole(
    userId: string,
    tenantExternalId: string,
    role: string | undefined,
    check?: (members: readonly Account[]) => void,
  ): Promise<void>
  addMembership(userId: string, tenantExternalId: string): Promise<void>
  /** Ends all memberships of a tenant; answers how many. */
  removeMembers(tenantExternalId: string): Promise<number>
  removeMembership(userId: string, tenantExternalId: string): Promise<void>
}

export function membershipRepository(database: Database): MembershipRepository {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => database.asSystem(work)
  /** One change of the members of a tenant after the other: two administrators who take each other out leave one. */
  const inTurn = <T>(tenantExternalId: string, work: (trx: Transaction) => Promise<T>) =>
    run(async (trx) => {
      // Defence 261
      await sql`select pg_advisory_xact_lock(hashtextextended(${`members:${tenantExternalId}`}, 0))`.execute(trx)
      return work(trx)
    })
  return {
    accountsOf: (tenantExternalId) => run((trx) => membersOf(trx, tenantExternalId)),
    invitationsOf: (tenantExternalId) => run((trx) => invitationsIn(trx, tenantExternalId)),

    invite: (tenantExternalId, { email, role }, check) =>
      inTurn(tenantExternalId, async (trx) => {
        check(await membersOf(trx, tenantExternalId), await invitationsIn(trx, tenantExternalId))
        const invitation = { invitationId: newId(), email: email.toLowerCase(), role }
        await trx
          .insertInto('identity.invitation')
          .values({
            invitation_id: invitation.invitationId,
            tenant_external_id: tenantExternalId,
            email: invitation.email,
            role,
          })
          .execute()
        return invitation
      }),

    changeInvitation: (tenantExternalId, invitationId, role) =>
      inTurn(tenantExternalId, async (trx) => {
        const row =
          role === undefined
            ? trx
                .deleteFrom('identity.invitation')
                .where('invitation_id', '=', invitationId)
                .where('tenant_external_id', '=', tenantExternalId)
                .returning(invitationColumns)
            : trx
                .updateTable('identity.invitation')
                .set({ role })
                .where('invitation_id', '=', invitationId)
                .where('tenant_external_id', '=', tenantExternalId)
                .returning(invitationColumns)
        return row.executeTakeFirst()
      }),

    enter: (userId, tenantExternalId) =>
      inTurn(tenantExternalId, async (trx) => {
        const invitation = await takeInvitation(trx, userId, tenantExternalId)
        if (invitation !== undefined) await writeRole(trx, userId, tenantExternalId, invitation.role)
        return invitation
      }),

    setRole: (userId, tenantExternalId, role, check) =>
      inTurn(tenantExternalId, async (trx) => {
        check?.(await membersOf(trx, tenantExternalId))
        // Otherwise an invitation would go on after the membership.
        await takeInvitation(trx, userId, tenantExternalId)
        await writeRole(trx, userId, tenantExternalId, role)
      }),

    addMembership: (userId, tenantExternalId) => run((trx) => insertMembership(trx, userId, tenantExternalId)),

    removeMembers: (tenantExternalId) =>
      run(async (trx) => {
        const { numDeletedRows: members } = await trx
          .deleteFrom('identity.membership')
          .where('tenant_external_id', '=', tenantExternalId)
          .executeTakeFirst()
        const { numDeletedRows: invited } = await trx
          .deleteFrom('identity.invitation')
          .where('tenant_external_id', '=', tenantExternalId)
          .executeTakeFirst()
        return Number(members + invited)
      }),

    removeMembership: (userId, tenantExternalId) => run((trx) => deleteMembership(trx, userId, tenantExternalId)),
  }
}

const invitationColumns = ['invitation_id as invitationId', 'email', 'role'] as const

async function membersOf(trx: Transaction, tenantExternalId: string): Promise<Account[]> {
  const rows = await trx
    .selectFrom('identity.account as a')
    .innerJoin('identity.membership as of', 'of.user_id', 'a.user_id')
    .select(accountColumns)
    // Defence 262
    .where('of.tenant_external_id', '=', tenantExternalId)
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.username')
    .execute()
  return rows.map(toAccount)
}

const invitationsIn = (trx: Transaction, tenantExternalId: string): Promise<Invitation[]> =>
  trx
    .selectFrom('identity.invitation')
    .select(invitationColumns)
    .where('tenant_external_id', '=', tenantExternalId)
    .orderBy('email')
    .execute()

/** Ends the invitation of an account, by the e-mail that it alone has. */
const takeInvitation = (trx: Transaction, userId: string, tenantExternalId: string): Promise<Invitation | undefined> =>
  trx
    .deleteFrom('identity.invitation')
    .where('tenant_external_id', '=', tenantExternalId)
    .where(sql<boolean>`email = (select lower(email) from identity.account where user_id = ${userId})`)
    .where(
      sql<boolean>`(select count(*) from identity.account where lower(account.email) = identity.invitation.email) = 1`,
    )
    .returning(invitationColumns)
    .executeTakeFirst()

async function writeRole(
  trx: Transaction,
  userId: string,
  tenantExternalId: string,
  role: string | undefined,
): Promise<void> {
  const elsewhere = sql<string[]>`array(select role from unnest(roles) as role
    where not starts_with(role, ${`${tenantExternalId}:`}))`
  await trx
    .updateTable('identity.account')
    .set({
      roles: role === undefined ? elsewhere : sql<string[]>`${elsewhere} || ${[`${tenantExternalId}:${role}`]}::text[]`,
    })
    .where('user_id', '=', userId)
    .execute()
  if (role === undefined) await deleteMembership(trx, userId, tenantExternalId)
  else await insertMembership(trx, userId, tenantExternalId)
}

async function insertMembership(trx: Transaction, userId: string, tenantExternalId: string): Promise<void> {
  await trx
    .insertInto('identity.membership')
    .values({ user_id: userId, tenant_external_id: tenantExternalId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function deleteMembership(trx: Transaction, userId: string, tenantExternalId: string): Promise<void> {
  await trx
    .deleteFrom('identity.membership')
    .where('user_id', '=', userId)
    .where('tenant_external_id', '=', tenantExternalId)
    .execute()
}
