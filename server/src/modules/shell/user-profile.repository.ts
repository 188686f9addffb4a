import type { UserProfile } from '@pim/contract/user-profile/schemas.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface KnownUser extends UserProfile {
  readonly tenants: readonly string[]
  readonly roles: readonly string[]
}

const maxSeen = 1_000

/**
 * A person can be in several tenants, so profiles belong to none and row-level security does not separate them. An erased name
 * stays erased.
 */
export async function upsertProfiles(system: Transaction, users: readonly KnownUser[]): Promise<void> {
  if (users.length === 0) return
  await system
    .insertInto('user_profile')
    .values(
      users.map((user) => ({
        user_id: user.userId,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email ?? null,
        tenants: [...user.tenants],
        roles: [...user.roles],
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((excluded) => ({
          first_name: excluded.ref('excluded.first_name'),
          last_name: excluded.ref('excluded.last_name'),
          email: excluded.ref('excluded.email'),
          tenants: excluded.ref('excluded.tenants'),
          roles: excluded.ref('excluded.roles'),
          synced_at: sql<string>`now()`,
        }))
        .where('user_profile.erased_at', 'is', null)
        // Most callers are as they were: their rows are not written again.
        .where(
          sql<boolean>`(user_profile.first_name, user_profile.last_name, user_profile.email, user_profile.tenants, user_profile.roles)
            is distinct from (excluded.first_name, excluded.last_name, excluded.email, excluded.tenants, excluded.roles)
            or user_profile.synced_at < now() - interval '1 hour'`,
        ),
    )
    .execute()
}

/** The name of a person who was in one of these tenants when they last signed in. */
export async function findColleague(
  system: Transaction,
  tenants: readonly string[],
  userId: string,
): Promise<UserProfile | undefined> {
  const row = await system
    .selectFrom('user_profile')
    .select(['user_id as userId', 'first_name as firstName', 'last_name as lastName', 'erased_at'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`tenants && ${[...tenants]}::text[]`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { erased_at, ...profile } = row
  return erased_at === null ? profile : { ...profile, isErased: true }
}

/** Where a person was a member and with which roles when they last signed in; undefined of who was never seen, or is erased. */
export async function findLastSeen(
  system: Transaction,
  userId: string,
): Promise<{ readonly tenants: string[]; readonly roles: string[]; readonly daysAgo: number } | undefined> {
  const { rows } = await sql<{ tenants: string[]; roles: string[]; daysAgo: number }>`
    select tenants, coalesce(roles, '{}') as roles, extract(epoch from now() - synced_at)::float8 / 86400 as "daysAgo"
    from user_profile where user_id = ${userId} and erased_at is null`.execute(system)
  return rows[0]
}

export interface SeenPerson extends KnownUser {
  readonly seenAt: string
}

/** The people who were members of a tenant when they were last seen, by their names. */
export async function findSeenIn(system: Transaction, externalId: string): Promise<SeenPerson[]> {
  const { rows } = await sql<SeenPerson>`
    select user_id as "userId", first_name as "firstName", last_name as "lastName", coalesce(email, '') as email,
      tenants, coalesce(roles, '{}') as roles, synced_at as "seenAt"
    from user_profile where ${externalId} = any(tenants) and erased_at is null
    order by last_name, first_name, user_id limit ${maxSeen}`.execute(system)
  return rows
}

const maxCounted = 20_000

/** The people who were ever seen and are not erased, with their tenants; counting stops at a bound that no installation reaches. */
export async function findEverybodySeen(system: Transaction): Promise<Pick<KnownUser, 'userId' | 'tenants'>[]> {
  return await system
    .selectFrom('user_profile')
    .select(['user_id as userId', 'tenants'])
    .where('erased_at', 'is', null)
    .limit(maxCounted)
    .execute()
}

/** Empties the names of a person; answers the tenants that they were in, and undefined where there is no such row. */
export async function eraseProfile(system: Transaction, userId: string): Promise<readonly string[] | undefined> {
  const row = await system
    .updateTable('user_profile')
    .set({ first_name: '', last_name: '', email: null, erased_at: sql<string>`coalesce(erased_at, now())` })
    .where('user_id', '=', userId)
    .returning('tenants')
    .executeTakeFirst()
  return row?.tenants
}

/** Takes a tenant that is erased from the profiles of its people; answers how many. */
export async function leaveTenant(system: Transaction, externalId: string): Promise<number> {
  const { numUpdatedRows } = await system
    .updateTable('user_profile')
    .set({ tenants: sql`array_remove(tenants, ${externalId})` })
    .where(sql<boolean>`${externalId} = any(tenants)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
