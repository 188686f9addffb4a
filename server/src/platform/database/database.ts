// Longer than other files: begin, work, retries, deadline, abort and end of a transaction are one state.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Once } from '../../core/once.ts'
import { appRole, type DatabaseAddress, platformRole } from './addresses.ts'
import { type CommitListener, CommitListeners, type CommitMessage, messagesOf, notifyQuery } from './commit-messages.ts'
import {
  asDatabaseError,
  DatabaseUnavailable,
  isConnectionLoss,
  isContention,
  isStalePlan,
  OutcomeUnknown,
  TransactionCancelled,
} from './database-errors.ts'
import { onlyOnce } from './idempotency-key.repository.ts'
import type { ConnectionPool } from './pool.ts'
import { openPools } from './pools.ts'
import {
  collectingIn,
  corkUntilNextTick,
  NotCommitted,
  type Payload,
  type Transaction,
  TransactionConnection,
  transactionOn,
} from './transaction.ts'

export interface TransactionOptions {
  /** Aborting it rolls the transaction back and closes the connection; pass the request's signal. */
  readonly signal?: AbortSignal
  /** Time-out of one statement. The default for requests is 2 s; jobs may set more. */
  readonly statementMs?: number
  /** Time-out of the whole call: waiting for a connection, work and retries. The default is 10 s. */
  readonly deadlineMs?: number
  /**
   * The caller's idempotency key. The result of `work`, as JSON, is kept with it in the same transaction; in a repeat
   * `work` is not run and the result is the kept one.
   */
  readonly once?: Once | undefined
  /**
   * Every statement finds its rows by keys, so each is planned once for a connection. Otherwise PostgreSQL plans those with
   * an array again in each call, because it takes a list of unknown length for longer than most are; that costs more than
   * to run them.
   */
  readonly planOnce?: boolean
}

/**
 * Runs transactions. `work` is run again after a deadlock, a serialization failure or a lost connection, so it must
 * have no effects outside its transaction. Throws `DatabaseUnavailable`, `TransactionCancelled`, or what `work` threw.
 */
export interface Transactions {
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
}

/**
 * The transactions of requests, and connections apart from theirs for what has to go on while those are all in use: an
 * attack with made-up keys takes no connection from requests, and requests take none from jobs and from readiness.
 */
export interface Database extends Transactions {
  /** As `asSystem`: looks up an API key, which anybody can cause. */
  asKeyLookUp<T>(work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  readonly forJobs: Transactions
  /** For what is written behind commits, which questions of requests and of jobs wait for. */
  readonly forFiles: Transactions
  /**
   * Calls the listener with what a transaction of this object has collected for the topic, once it is committed and before
   * its caller hears of that. Returns a function that stops listening.
   */
  onCommit(topic: string, listener: CommitListener): () => void
  /** Whether a notification comes from a commit of this object that its own listeners have been told of. */
  isOwnMessage(payload: Payload): boolean
  /** Whether a transaction succeeds within a second; never throws. */
  isReady(): Promise<boolean>
  readonly counts: Record<'app' | 'platform', ConnectionPool['counts']>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly address: DatabaseAddress
  /** Connections for the tenants' transactions of requests; the others have their own, see `ownConnections`. */
  readonly connections?: number
  /** See `PoolSettings`. */
  readonly acquireMs?: number
  readonly waiting?: number
  readonly onConnectionError?: (error: Error) => void
}

const defaultStatementMs = 2_000
const defaultDeadlineMs = 10_000
const maxAttempts = 5
/**
 * For how much longer than for the database one waits for one's turn: a caller with more calls than connections waits for
 * itself, and nobody else for it.
 */
const turnFactor = 4
export function openDatabase(options: DatabaseOptions): Database {
  const { address, connections = 12, acquireMs = 1_000, waiting = 500, onConnectionError = () => {} } = options
  const pools = openPools(address, {
    acquireMs,
    turnMs: turnFactor * acquireMs,
    waiting,
    statementMs: defaultStatementMs,
    onError: onConnectionError,
    connections,
  })
  const commits: Commits = { sender: randomUUID(), listeners: new CommitListeners() }
  const requests = transactionsOf(pools.app, pools.platform, commits)
  const readiness = transactionsOf(pools.app, pools.readiness, commits)

  return {
    ...requests,
    asKeyLookUp: transactionsOf(pools.app, pools.keys, commits).asSystem,
    forJobs: transactionsOf(pools.jobs, pools.jobQueue, commits),
    forFiles: transactionsOf(pools.files, pools.jobQueue, commits),
    onCommit: (topic, listener) => commits.listeners.listen(topic, listener),
    isOwnMessage: ({ from }) => from === commits.sender,
    async isReady() {
      try {
        await readiness.asSystem(async () => {}, { deadlineMs: 1_000 })
        return true
      } catch {
        return false
      }
    },
    get counts() {
      return { app: pools.app.counts, platform: pools.platform.counts }
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

function transactionsOf(app: ConnectionPool, platform: ConnectionPool, commits: Commits): Transactions {
  return {
    inTenant: (tenantId, work, settings) =>
      runTransaction(
        app,
        tenantId,
        beginStatement('', appRole, uuidOf(tenantId), {
          ...settings,
          // Citus has to know the tenant to plan a statement, so there each call is planned.
          planOnce: settings?.planOnce === true && app.isDistributed === false,
        }),
        settings?.once === undefined ? work : onlyOnce(tenantId, settings.once, work),
        commits,
        settings,
      ),
    inTenantReadOnly: (tenantId, work, settings) =>
      runTransaction(
        app,
        tenantId,
        beginStatement(readOnly, appRole, uuidOf(tenantId), settings),
        work,
        'read',
        settings,
      ),
    asSystem: (work, settings) =>
      runTransaction(platform, undefined, beginStatement('', platformRole, '', settings), work, commits, settings),
  }
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
  const { statementMs, planOnce = false } = settings ?? {}
  return [
    `begin${mode}`,
    // The connection has this role already. Set again, because a statement of an earlier transaction could have changed
    // it.
    `set local role ${role}`,
    `set local app.tenant_id = '${tenantId}'`,
    ...(statementMs === undefined ? [] : [`set local statement_timeout = ${Math.trunc(statementMs)}`]),
    ...(planOnce ? ['set local plan_cache_mode = force_generic_plan'] : []),
  ].join(';')
}

/** What a commit sends, and to whom. */
interface Commits {
  /** What messages to other servers are signed with. */
  sender: string
  readonly listeners: CommitListeners
}

/**
 * A transaction that only reads is committed in the background, or together with its statement: there is nothing whose
 * commit could fail.
 */
type Ending = Commits | 'read'

async function runTransaction<T>(
  pool: ConnectionPool,
  tenantId: string | undefined,
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
        return await runOnce(pool, tenantId, begin, work, ending, stop.signal)
      } catch (error) {
        // Every connection of the pool may be broken after a restart, so a lost connection allows as many attempts
        // more.
        // Defence 52, without: const retry = false
        const retry = attempt < maxAttempts + pool.size && !stop.signal.aborted && isRetryable(error, attempt)
        if (!retry && error instanceof OutcomeUnknown) throw error
        if (!retry) throw stop.signal.aborted ? stop.signal.reason : asDatabaseError(error, typeof ending === 'string')
        // Exponential backoff with jitter, so that transactions in conflict do not meet again.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** Math.min(attempt, maxAttempts)))
      }
    }
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', onAbort)
  }
}

function isRetryable(error: unknown, attempt: number): boolean {
  if (error instanceof OutcomeUnknown) return false
  return isStalePlan(error) || isConnectionLoss(error) || (isContention(error) && attempt < maxAttempts)
}

async function runOnce<T>(
  pool: ConnectionPool,
  tenantId: string | undefined,
  begin: string,
  work: (trx: Transaction) => Promise<T>,
  ending: Ending,
  signal: AbortSignal,
): Promise<T> {
  const lease = await pool.acquire(tenantId, signal)
  const { client } = lease
  const connection = new TransactionConnection(client)
  let released = false
  const release = (broken?: Error) => {
    if (released) return
    released = true
    connection.end(broken ?? new Error('this transaction has ended'))
    // Defence 13, without: lease.release()
    // Destroyed, so that a reply that is still on its way cannot reach the next user of the connection.
    if (broken) client.connection.stream.destroy()
    lease.release(broken)
    // Defence 13 ends
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
    let messages: readonly CommitMessage[] = []
    const trx = transactionOn(connection)
    try {
      // The first query of the work is sent behind the `begin` without waiting for its reply (pipelining).
      result = await Promise.race([work(trx), aborted.promise])
      await begun
      const collected = collectingIn(trx)
      if (typeof ending !== 'string' && collected.length > 0) messages = messagesOf(collected, ending.sender)
    } catch (error) {
      const cause = connection.causeOf(error)
      if (isStalePlan(cause)) release(cause as Error)
      else await rollback(client, begun, release)
      throw cause
    }
    connection.end(new Error('this transaction has ended'))
    if (typeof ending === 'string') {
      releaseAfter(client.query('commit'), release)
      return result
    }
    try {
      // The messages are sent together with the commit: both leave in one packet.
      const committing = connection.commit(messages.length > 0 ? notifyQuery(messages) : undefined)
      await Promise.race([committing, aborted.promise])
    } catch (error) {
      if (error instanceof NotCommitted) {
        release(isStalePlan(error.cause) || isConnectionLoss(error.cause) ? error : undefined)
        throw error.cause
      }
      // It may be committed all the same, now or in a moment: then the message has to be heard as another sender's.
      ending.sender = randomUUID()
      if (messages.length > 0) ending.listeners.tell(messages)
      release(error instanceof Error ? error : new Error('commit failed'))
      // Defence 78
      if (signal.aborted) throw new OutcomeUnknown('took too long', { cause: error })
      // Defence 78, without: throw error
      throw isConnectionLoss(error) ? new OutcomeUnknown('not reachable', { cause: error }) : error
    }
    if (messages.length > 0) ending.listeners.tell(messages)
    release()
    return result
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Release = (broken?: Error) => void

function releaseAfter(committing: Promise<unknown>, release: Release): void {
  committing.then(
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
