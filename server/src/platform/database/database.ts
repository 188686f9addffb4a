import type pg from 'pg'
import { appRole, type DatabaseAddress, platformRole } from './addresses.ts'
import {
  asDatabaseError,
  DatabaseUnavailable,
  isConnectionLoss,
  isContention,
  isStalePlan,
  TransactionCancelled,
} from './database-errors.ts'
import { type ConnectionPool, openPool } from './pool.ts'
import { corkUntilNextTick, type Transaction, TransactionConnection, transactionOn } from './transaction.ts'

export interface TransactionOptions {
  /** Aborting it rolls the transaction back and closes the connection; pass the request's signal. */
  readonly signal?: AbortSignal
  /** Time-out of one statement. The default for requests is 2 s; jobs may set more. */
  readonly statementMs?: number
  /** Time-out of the whole call: waiting for a connection, work and retries. The default is 10 s. */
  readonly deadlineMs?: number
}

/**
 * Runs transactions. `work` is run again after a deadlock, a serialization failure or a lost connection, so it must
 * have no effects outside its transaction. Throws `DatabaseUnavailable`, `TransactionCancelled`, or what `work` threw.
 */
export interface Database {
  /** Reads and writes rows of one tenant; row-level security hides the rows of all others. */
  inTenant<T>(tenantId: string, work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Reads rows of one tenant from one snapshot (repeatable read). Resolves without waiting for the commit. */
  inTenantReadOnly<T>(
    tenantId: string,
    work: (trx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Reads and writes tables that belong to no tenant, and the job queue of all tenants. */
  asSystem<T>(work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Whether a transaction succeeds within a second; never throws. */
  isReady(): Promise<boolean>
  readonly counts: Record<'app' | 'platform', ConnectionPool['counts']>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly address: DatabaseAddress
  /** Connections for requests; the system transactions have four more. */
  readonly connections?: number
  /** See `PoolSettings`. */
  readonly acquireMs?: number
  readonly waiting?: number
  readonly onConnectionError?: (error: Error) => void
}

const defaultStatementMs = 2_000
const defaultDeadlineMs = 10_000
const maxAttempts = 5

export function openDatabase(options: DatabaseOptions): Database {
  const { address, acquireMs = 1_000, waiting = 500, onConnectionError = () => {} } = options
  const settings = { acquireMs, waiting, statementMs: defaultStatementMs, onError: onConnectionError }
  const app = openPool(address.app, { ...settings, connections: options.connections ?? 12 })
  const platform = openPool(address.platform, { ...settings, connections: 4 })

  const database: Database = {
    inTenant: (tenantId, work, settings) =>
      runTransaction(app, beginStatement('', appRole, uuidOf(tenantId), settings), work, 'commit', settings),
    inTenantReadOnly: (tenantId, work, settings) =>
      runTransaction(
        app,
        beginStatement(readOnly, appRole, uuidOf(tenantId), settings),
        work,
        'commit in background',
        settings,
      ),
    // No tenant: the policies turn an empty setting into null, and a comparison with null is never true.
    asSystem: (work, settings) =>
      runTransaction(platform, beginStatement('', platformRole, '', settings), work, 'commit', settings),
    async isReady() {
      try {
        await database.asSystem(async () => {}, { deadlineMs: 1_000 })
        return true
      } catch {
        return false
      }
    },
    get counts() {
      return { app: app.counts, platform: platform.counts }
    },
    async close() {
      await Promise.all([app.close(), platform.close()])
    },
  }
  return database
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function uuidOf(tenantId: string): string {
  // It is put into the text of a statement, so nothing but a UUID may pass.
  if (!uuid.test(tenantId)) throw new TypeError('a tenant id is a UUID')
  return tenantId
}

const readOnly = ' isolation level repeatable read read only'

/** The statements that begin a transaction as one text, so that they are sent together with its first query. */
function beginStatement(
  mode: string,
  role: string,
  tenantId: string,
  settings: TransactionOptions | undefined,
): string {
  const { statementMs } = settings ?? {}
  return [
    `begin${mode}`,
    // The connection has this role already. Set again, because a statement of an earlier transaction could have changed
    // it.
    `set local role ${role}`,
    `set local app.tenant_id = '${tenantId}'`,
    ...(statementMs === undefined ? [] : [`set local statement_timeout = ${Math.trunc(statementMs)}`]),
  ].join(';')
}

/** A read-only transaction is committed in the background, because there is nothing whose commit could fail. */
type Ending = 'commit' | 'commit in background'

async function runTransaction<T>(
  pool: ConnectionPool,
  begin: string,
  work: (trx: Transaction) => Promise<T>,
  ending: Ending,
  { signal, deadlineMs = defaultDeadlineMs }: TransactionOptions = {},
): Promise<T> {
  if (signal?.aborted) throw new TransactionCancelled('cancelled before it began')
  // Not `AbortSignal.timeout`: its timer cannot be cleared and would stay until the deadline of every call.
  const stop = new AbortController()
  const deadline = setTimeout(() => stop.abort(new DatabaseUnavailable('took too long')), deadlineMs)
  const onAbort = () => stop.abort(new TransactionCancelled('cancelled', { cause: signal?.reason }))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, begin, work, ending, stop.signal)
      } catch (error) {
        // Every connection of the pool may be broken after a restart, so a lost connection allows as many attempts
        // more.
        const retry = attempt < maxAttempts + pool.size && !stop.signal.aborted && isRetryable(error, attempt)
        if (!retry)
          throw stop.signal.aborted ? stop.signal.reason : asDatabaseError(error, ending === 'commit in background')
        // Exponential backoff with jitter, so that transactions in conflict do not meet again.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, maxAttempts)))
      }
    }
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The connection was lost during the commit: the changes may have been saved, so the transaction is not repeated. */
class CommitUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('not reachable', { cause })
  }
}

function isRetryable(error: unknown, attempt: number): boolean {
  if (error instanceof CommitUnknown) return false
  return isStalePlan(error) || isConnectionLoss(error) || (isContention(error) && attempt < maxAttempts)
}

async function runOnce<T>(
  pool: ConnectionPool,
  begin: string,
  work: (trx: Transaction) => Promise<T>,
  ending: Ending,
  signal: AbortSignal,
): Promise<T> {
  const client = await pool.acquire(signal)
  const connection = new TransactionConnection(client)
  let released = false
  const release = (broken?: Error) => {
    if (released) return
    released = true
    connection.end(broken ?? new Error('this transaction has ended'))
    // Destroyed, so that a reply that is still on its way cannot reach the next user of the connection.
    if (broken) client.connection.stream.destroy()
    client.release(broken)
  }

  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    const reason = signal.reason instanceof Error ? signal.reason : new TransactionCancelled('cancelled')
    release(reason)
    aborted.reject(reason)
  }
  aborted.promise.catch(() => {})
  signal.addEventListener('abort', abort, { once: true })

  try {
    corkUntilNextTick(client)
    const begun = client.query(begin)
    begun.catch((error: unknown) => connection.failed(error))
    let result: T
    try {
      // The first query of the work is sent behind the `begin` without waiting for its reply (pipelining).
      result = await Promise.race([work(transactionOn(connection)), aborted.promise])
      await begun
    } catch (error) {
      const cause = connection.causeOf(error)
      if (isStalePlan(cause)) release(cause as Error)
      else await rollback(client, begun, release)
      throw cause
    }
    connection.end(new Error('this transaction has ended'))
    if (ending === 'commit in background') {
      commitInBackground(client, release)
      return result
    }
    try {
      await Promise.race([commit(client, connection), aborted.promise])
    } catch (error) {
      release(error instanceof Error ? error : new Error('commit failed'))
      throw isConnectionLoss(error) ? new CommitUnknown(error) : error
    }
    release()
    return result
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function commit(client: pg.PoolClient, connection: TransactionConnection): Promise<void> {
  const { command } = await client.query('commit')
  if (command === 'COMMIT') return
  // PostgreSQL turns the commit of a failed transaction into a rollback, without an error.
  const failed = 'nothing was saved: a statement of this transaction had failed'
  throw connection.causeOf(new Error(failed, { cause: connection.failure }))
}

type Release = (broken?: Error) => void

function commitInBackground(client: pg.PoolClient, release: Release): void {
  client.query('commit').then(
    () => release(),
    (error: Error) => release(error),
  )
}

async function rollback(client: pg.PoolClient, begun: Promise<unknown>, release: Release): Promise<void> {
  try {
    await begun
    await client.query('rollback')
    release()
  } catch (error) {
    release(error instanceof Error ? error : new Error('rollback failed'))
  }
}
