import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Identity } from '../../platform/identity/index.ts'

/**
 * Keeps what the provider says of each person who calls, so that jobs know it: a membership that is looked up anew comes as another
 * object.
 */
export function createNoteCaller({
  database,
  write,
  onError,
}: {
  readonly database: Pick<Database, 'asSystem'>
  readonly write: (system: Transaction, users: readonly Identity[]) => Promise<void>
  readonly onError: (error: unknown) => void
}): (user: Identity) => Promise<void> | undefined {
  const noted = new WeakSet<Identity>()
  return (user) => {
    if (noted.has(user)) return undefined
    noted.add(user)
    // A call that only reads is answered from memory while the database is away.
    return database
      .asSystem((system) => write(system, [user]))
      .catch((error) => {
        noted.delete(user)
        onError(error)
      })
  }
}
