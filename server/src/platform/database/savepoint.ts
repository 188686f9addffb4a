import { sql } from 'kysely'
import type { Transaction } from './transaction.ts'

/** Runs a part of a transaction; where it throws, that part alone is undone and the transaction can go on. */
export async function withSavepoint<T>(trx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    throw error
  }
}
