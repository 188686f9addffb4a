import { sql } from 'kysely'
import type { Once } from '../../core/once.ts'
import { Problem } from '../../core/problem.ts'
import { prepared, type Transaction, written } from './transaction.ts'

const keptHours = 24
/** Rows removed by one call, so that no call pays for a day of others. */
const maxRemoved = 100

/** Runs `work` for the first call with a key and keeps its result; a repeat gets that result instead. */
export const onlyOnce =
  <T>(tenantId: string, once: Once, work: (trx: Transaction) => Promise<T>) =>
  async (trx: Transaction): Promise<T> => {
    const [, isFirst] = await Promise.all([removeOldAnswers(trx, tenantId), claimKey(trx, tenantId, once)])
    if (!isFirst) {
      const kept = await findAnswer(trx, tenantId, once)
      if (!kept.fingerprint.equals(once.fingerprint)) throw new Problem('IDEMPOTENCY_KEY_REUSED')
      if (kept.answer === null)
        throw new Problem('IDEMPOTENCY_KEY_REUSED', { message: 'What the first call with this key made was erased.' })
      once.isKept = true
      once.isRepeat = true
      return JSON.parse(kept.answer) as T
    }
    const answer = await work(trx)
    await keepAnswer(trx, tenantId, once, JSON.stringify(answer ?? null))
    once.isKept = true
    return answer
  }

/** What another transaction is removing already is left to it, so that nobody waits for its end. */
async function removeOldAnswers(trx: Transaction, tenantId: string): Promise<void> {
  const before = new Date(Date.now() - keptHours * 3_600_000).toISOString()
  await prepared(
    trx,
    'idempotency-remove',
    sql`with old as materialized (
        select user_id, idempotency_key from idempotency_key
        where tenant_id = ${tenantId} and created_at < ${before}
        order by created_at limit ${maxRemoved} for update skip locked)
      delete from idempotency_key gone using old
      where gone.tenant_id = ${tenantId} and gone.user_id = old.user_id and gone.idempotency_key = old.idempotency_key`,
  )
}

/** Waits for a call with the same key that is under way; false where it, or an earlier one, was first. */
async function claimKey(trx: Transaction, tenantId: string, { userId, key, fingerprint }: Once): Promise<boolean> {
  const rows = await prepared(
    trx,
    'idempotency-claim',
    trx
      .insertInto('idempotency_key')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        idempotency_key: key,
        fingerprint,
        created_at: new Date().toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id'),
  )
  return rows.length > 0
}

const findAnswer = (trx: Transaction, tenantId: string, { userId, key }: Once) =>
  trx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()

async function keepAnswer(trx: Transaction, tenantId: string, { userId, key }: Once, answer: string): Promise<void> {
  await written(
    trx,
    'idempotency-keep',
    trx
      .updateTable('idempotency_key')
      .set({ answer })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key),
  )
}

/**
 * Erases the answers that name one of these ids; the keys stay, so that a repeat makes nothing again. Reads all answers
 * of the tenant, those of a day: for a job.
 */
export async function eraseAnswers(trx: Transaction, tenantId: string, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency_key')
    .set({ answer: null })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`exists (select from unnest(${[...ids]}::text[]) as id where strpos(answer, id) > 0)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
