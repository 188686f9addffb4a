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
import { sendTogether, type Transaction, TransactionConnection, transactionOn } from './transaction.ts'

export interface TransactionOptions {
  /** Aborting it rolls back and drops the connection; hand over the request's signal. */
  readonly signal?: AbortSignal
  /** The longest single statement. Requests have 2 s; jobs may ask for more. */
  readonly statementMs?: number
  /** The longest whole call: waiting, work and all repetitions. */
  readonly deadlineMs?: number
}

/**
 * The way to the rows. Work may be run again when another transaction or a lost connection got in its way, so it
 * changes nothing outside its transaction.
 */
export interface Database {
  /** Reads and writes rows of one tenant; row-level security hides all others. */
  inTenant<T>(tenantId: string, work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** As `inTenant`, from one consistent state; answers before the transaction's end has made its round trip. */
  inTenantReadOnly<T>(
    tenantId: string,
    work: (trx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Tables that belong to no tenant, and the work queue across tenants. */
  asSystem<T>(work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Whether a query gets an answer now; never throws. */
  isReady(): Promise<boolean>
  readonly counts: Record<'app' | 'platform', ConnectionPool['counts']>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly address: DatabaseAddress
  /** Connections for requests; the platform's tables get a few more. */
  readonly connections?: number
  readonly acquireMs?: number
  readonly waiting?: number
  readonly onConnectionError?: (error: Error) => void
}

const statementMsOfRequests = 2_000
const deadlineMsOfRequests = 10_000
const attempts = 5

export function openDatabase(options: DatabaseOptions): Database {
  const { address, acquireMs = 1_000, waiting = 500, onConnectionError = () => {} } = options
  const settings = { acquireMs, waiting, statementMs: statementMsOfRequests, onError: onConnectionError }
  const app = openPool(address.app, { ...settings, connections: options.connections ?? 12 })
  const platform = openPool(address.platform, { ...settings, connections: 4 })

  const database: Database = {
    inTenant: (tenantId, work, settings) =>
      transact(app, beginOf('', appRole, uuidOf(tenantId), settings), work, 'commit', settings),
    inTenantReadOnly: (tenantId, work, settings) =>
      transact(app, beginOf(readOnly, appRole, uuidOf(tenantId), settings), work, 'let go', settings),
    // No tenant has the empty name: the policies compare with null, which is never true.
    asSystem: (work, settings) => transact(platform, beginOf('', platformRole, '', settings), work, 'commit', settings),
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
  if (!uuid.test(tenantId)) throw new TypeError('a tenant is named by its uuid')
  return tenantId
}

const readOnly = ' isolation level repeatable read read only'

/** One message for all of it: a transaction costs no more round trips than it has queries, and one for its end. */
function beginOf(mode: string, role: string, tenantId: string, settings: TransactionOptions | undefined): string {
  const { statementMs } = settings ?? {}
  return [
    `begin${mode}`,
    // The connection has this role already. Where its login could take others, one taken before is gone again here.
    `set local role ${role}`,
    `set local app.tenant_id = '${tenantId}'`,
    ...(statementMs === undefined ? [] : [`set local statement_timeout = ${Math.trunc(statementMs)}`]),
  ].join(';')
}

/** `let go`: nothing was written, so nobody need wait for the end of it. */
type Ending = 'commit' | 'let go'

async function transact<T>(
  pool: ConnectionPool,
  begin: string,
  work: (trx: Transaction) => Promise<T>,
  ending: Ending,
  { signal, deadlineMs = deadlineMsOfRequests }: TransactionOptions = {},
): Promise<T> {
  if (signal?.aborted) throw new TransactionCancelled('cancelled before it began')
  // A timer of our own, cleared at once: AbortSignal.timeout would keep one alive for every call of the last seconds.
  const stop = new AbortController()
  const deadline = setTimeout(() => stop.abort(new DatabaseUnavailable('took too long')), deadlineMs)
  const onAbort = () => stop.abort(new TransactionCancelled('cancelled', { cause: signal?.reason }))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce(pool, begin, work, ending, stop.signal)
      } catch (error) {
        const again = attempt < attempts + pool.size && !stop.signal.aborted && mayRepeat(error, attempt)
        if (!again) throw stop.signal.aborted ? stop.signal.reason : asDatabaseError(error, ending === 'let go')
        // Those who collided would collide again if they came back together.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, attempts)))
      }
    }
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** A commit whose answer never came; it may have happened, so it is not repeated. */
class CommitUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('not reachable', { cause })
  }
}

/** A broken connection is gone after one attempt, so there are as many as the pool may have held, and then some. */
function mayRepeat(error: unknown, attempt: number): boolean {
  if (error instanceof CommitUnknown) return false
  return isStalePlan(error) || isConnectionLoss(error) || (isContention(error) && attempt < attempts)
}

async function attemptOnce<T>(
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
    // A reply may still be on its way to a broken one. Cut off, it can never reach the next caller.
    if (broken) client.connection.stream.destroy()
    client.release(broken)
  }

  const dropped = Promise.withResolvers<never>()
  const drop = () => {
    const reason = signal.reason instanceof Error ? signal.reason : new TransactionCancelled('cancelled')
    release(reason)
    dropped.reject(reason)
  }
  dropped.promise.catch(() => {})
  signal.addEventListener('abort', drop, { once: true })

  try {
    sendTogether(client)
    const begun = client.query(begin)
    begun.catch((error: unknown) => connection.failed(error))
    let result: T
    try {
      // The first query of the work rides behind the begin without waiting for it.
      result = await Promise.race([work(transactionOn(connection)), dropped.promise])
      await begun
    } catch (error) {
      const cause = connection.causeOf(error)
      if (isStalePlan(cause)) release(cause as Error)
      else await undo(client, begun, release)
      throw cause
    }
    connection.end(new Error('this transaction has ended'))
    if (ending === 'let go') {
      letGo(client, release)
      return result
    }
    try {
      await Promise.race([commit(client, connection), dropped.promise])
    } catch (error) {
      release(error instanceof Error ? error : new Error('commit failed'))
      throw isConnectionLoss(error) ? new CommitUnknown(error) : error
    }
    release()
    return result
  } finally {
    signal.removeEventListener('abort', drop)
  }
}

async function commit(client: pg.PoolClient, connection: TransactionConnection): Promise<void> {
  const { command } = await client.query('commit')
  if (command === 'COMMIT') return
  // PostgreSQL answers the commit of a failed transaction with a rollback and no error.
  const failed = 'nothing was saved: a statement of this transaction had failed'
  throw connection.causeOf(new Error(failed, { cause: connection.failure }))
}

type Release = (broken?: Error) => void

function letGo(client: pg.PoolClient, release: Release): void {
  client.query('commit').then(
    () => release(),
    (error: Error) => release(error),
  )
}

async function undo(client: pg.PoolClient, begun: Promise<unknown>, release: Release): Promise<void> {
  try {
    await begun
    await client.query('rollback')
    release()
  } catch (error) {
    release(error instanceof Error ? error : new Error('rollback failed'))
  }
}
