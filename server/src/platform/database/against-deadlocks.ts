import { isContention } from './database-errors.ts'

const maxAttempts = 5

/**
 * Repeats a transaction that changes the schema, up to five times, where a deadlock ended it: a server that runs beside it locks
 * tables in another order. `work` rolls back what it has begun. Throws the last error.
 */
export async function againstDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isContention(error)) throw error
    }
  }
}
