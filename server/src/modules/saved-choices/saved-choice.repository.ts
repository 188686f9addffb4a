import type { NewSavedChoice, SavedChoice, SavedChoiceKind } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

type WithoutRight<Choice> = Choice extends SavedChoice ? Omit<Choice, 'mayChange'> : never
export type StoredChoice = WithoutRight<SavedChoice>

const columns = sql`saved_choice_id as "savedChoiceId", kind, name, owner_id as "ownerId", is_shared as "isShared", content, version,
  changed_by as "changedBy", changed_at as "changedAt"`

/** Those who change them in a tenant wait for each other: so names, limits and versions are checked against what is there. */
export async function lockChoices(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-choices:${tenantId}`}, 0))`.execute(trx)
}

/** Those that the person sees: their own and the shared ones. */
export async function findSeen(
  trx: Transaction,
  tenantId: string,
  { userId, kind }: { readonly userId: string; readonly kind: SavedChoiceKind | undefined },
): Promise<StoredChoice[]> {
  const { rows } = await sql<StoredChoice>`
    select ${columns} from saved_choice
    where tenant_id = ${tenantId} and (is_shared or owner_id = ${userId}) and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by lower(name), saved_choice_id`.execute(trx)
  return rows
}

export async function findChoice(
  trx: Transaction,
  tenantId: string,
  savedChoiceId: string,
): Promise<StoredChoice | undefined> {
  const { rows } = await sql<StoredChoice>`
    select ${columns} from saved_choice
    where tenant_id = ${tenantId} and saved_choice_id = ${savedChoiceId}`.execute(trx)
  return rows[0]
}

/** Of those that the person sees. */
export async function findChoiceNames(
  trx: Transaction,
  tenantId: string,
  userId: string,
  savedChoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select saved_choice_id as id, name from saved_choice
    where tenant_id = ${tenantId} and (is_shared or owner_id = ${userId})
      and saved_choice_id = any(${[...savedChoiceIds]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Room {
  readonly isTaken: boolean
  readonly ownCount: number
  readonly count: number
  readonly bytes: number
}

/** What there is beside this one: whether its name is taken, how many the owner has, and all of the tenant. */
export async function findRoom(
  trx: Transaction,
  tenantId: string,
  asked: Pick<SavedChoice, 'savedChoiceId' | 'kind' | 'name' | 'isShared' | 'ownerId'>,
): Promise<Room> {
  const { rows } = await sql<Room>`
    select count(*)::integer as count, coalesce(sum(byte_size), 0)::integer as bytes,
      (count(*) filter (where owner_id = ${asked.ownerId}))::integer as "ownCount",
      coalesce(bool_or(kind = ${asked.kind} and lower(name) = lower(${asked.name}) and is_shared = ${asked.isShared}
        and (is_shared or owner_id = ${asked.ownerId})), false) as "isTaken"
    from saved_choice where tenant_id = ${tenantId} and saved_choice_id <> ${asked.savedChoiceId}`.execute(trx)
  const [room] = rows
  if (room === undefined) throw new Error('a count has one row')
  return room
}

interface WrittenChoice {
  readonly savedChoiceId: string
  readonly choice: NewSavedChoice
  readonly byteSize: number
  readonly userId: string
}

export async function insertChoice(
  trx: Transaction,
  tenantId: string,
  { savedChoiceId, choice, byteSize, userId }: WrittenChoice,
): Promise<StoredChoice> {
  const { rows } = await sql<StoredChoice>`
    insert into saved_choice (tenant_id, saved_choice_id, kind, name, owner_id, is_shared, content, byte_size, changed_by)
    values (${tenantId}, ${savedChoiceId}, ${choice.kind}, ${choice.name}, ${userId}, ${choice.isShared},
      ${JSON.stringify(choice.content)}::jsonb, ${byteSize}, ${userId})
    returning ${columns}`.execute(trx)
  return written(rows)
}

export async function updateChoice(
  trx: Transaction,
  tenantId: string,
  { savedChoiceId, choice, byteSize, userId }: WrittenChoice,
): Promise<StoredChoice> {
  const { rows } = await sql<StoredChoice>`
    update saved_choice set name = ${choice.name}, is_shared = ${choice.isShared}, content = ${JSON.stringify(choice.content)}::jsonb,
      byte_size = ${byteSize}, version = version + 1, changed_by = ${userId}, changed_at = now()
    where tenant_id = ${tenantId} and saved_choice_id = ${savedChoiceId}
    returning ${columns}`.execute(trx)
  return written(rows)
}

function written([row]: readonly StoredChoice[]): StoredChoice {
  if (row === undefined) throw new Error('a choice that is locked is there')
  return row
}

export async function deleteChoice(trx: Transaction, tenantId: string, savedChoiceId: string): Promise<void> {
  await sql`delete from saved_choice where tenant_id = ${tenantId} and saved_choice_id = ${savedChoiceId}`.execute(trx)
}

/** All that a person has for themselves; answers how many. What they shared is the tenant's. */
export async function deleteOwn(trx: Transaction, tenantId: string, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from saved_choice where tenant_id = ${tenantId} and owner_id = ${userId} and not is_shared`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Whether it is a profile of imports that the person sees. */
export async function isSeenProfile(
  trx: Transaction,
  tenantId: string,
  { profileId, userId }: { readonly profileId: string; readonly userId: string },
): Promise<boolean> {
  const found = await findChoice(trx, tenantId, profileId)
  return found?.kind === 'importProfile' && (found.isShared || found.ownerId === userId)
}

/** Keeps it from being deleted until the transaction ends; false where it is not there. */
export async function lockProfile(trx: Transaction, tenantId: string, savedChoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select saved_choice_id from saved_choice
    where tenant_id = ${tenantId} and saved_choice_id = ${savedChoiceId} for key share`.execute(trx)
  return rows.length > 0
}
