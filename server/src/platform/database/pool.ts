import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { currentCaller } from '../../core/caller.ts'
import type { Connection } from './addresses.ts'
import { asDatabaseError, DatabaseUnavailable, isConnectionLoss, TransactionCancelled } from './database-errors.ts'
import { type Claimant, type FairQueueSettings, Turns, type WaitCounts } from './fair-queue.ts'

export interface PoolSettings {
  readonly connections: number
  /** Time-out for getting a connection once it is one's turn, with the time to open one. */
  readonly acquireMs: number
  /** Time-out for waiting for one's turn. */
  readonly turnMs: number
  /** How many may wait for their turn; one more is refused at once, because it would only wait for its time-out. */
  readonly waiting: number
  /** Time-out of a statement, unless a transaction sets more. */
  readonly statementMs: number
  readonly onError: (error: Error) => void
}

export interface ConnectionPool {
  /** Waits for the turn of the current caller, among those of the tenant and of the other tenants. */
  acquire(tenantId: string | undefined, signal?: AbortSignal): Promise<Lease>
  /** The maximum number of connections. */
  readonly size: number
  /** Whether it is Citus, a distributed PostgreSQL; known once a connection was used. */
  readonly isDistributed: boolean | undefined
  readonly counts: PoolCounts
  close(): Promise<void>
}

/** A connection, until it is released; with an error it is closed and not used again. */
export interface Lease {
  readonly client: pg.PoolClient
  release(broken?: Error): void
}

export interface PoolCounts extends WaitCounts {
  readonly total: number
  readonly idle: number
}

const retryMs = 50

/** PostgreSQL settings of every session. */
const sessionOptions = [
  '-c TimeZone=UTC',
  // Stops a query within this time after its connection was closed.
  '-c client_connection_check_interval=500ms',
  '-c idle_in_transaction_session_timeout=30s',
].join(' ')

export const sessionSettings = (connection: Connection): pg.ClientConfig => ({
  ...connection,
  options: [connection.options, sessionOptions].filter(Boolean).join(' '),
  application_name: 'pim',
  types: valueParsers,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export function openPool(connection: Connection, settings: PoolSettings): ConnectionPool {
  const pool = new pg.Pool({
    ...sessionSettings(connection),
    // Defence 29
    statement_timeout: settings.statementMs,
    pipeline: true,
    max: settings.connections,
    idleTimeoutMillis: 60_000,
    // Longer than a caller waits: on a busy machine a connection takes its time to open, and one that was given up with its
    // caller would leave the pool as empty for the next one.
    connectionTimeoutMillis: settings.turnMs,
  })
  // Without `error` listeners a lost connection ends this process. The pool emits it for idle connections, and the
  // client for those in use.
  pool.on('error', settings.onError)
  pool.on('connect', (client) => {
    client.on('error', settings.onError)
    if (isDistributed !== undefined) return
    client.query<{ is: boolean }>(`select current_setting('citus.version', true) is not null as is`).then(
      ({ rows }) => {
        isDistributed = rows[0]?.is
      },
      () => {},
    )
  })

  let isDistributed: boolean | undefined
  const turns = new Turns(queueSettings(settings), settings.turnMs)

  let closing: Promise<void> | undefined

  const timedOut = () => new DatabaseUnavailable(pool.waitingCount > 0 ? 'too many waiting' : 'not reachable')

  async function connectWithin(until: number, signal?: AbortSignal): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await cancellable(pool.connect(), { signal, timeOutMs: until - Date.now(), timedOut })
      } catch (error) {
        if (closing) throw new DatabaseUnavailable('closed')
        if (error instanceof TransactionCancelled) throw error
        // A database that is starting refuses connections for a moment, so this is retried until the time-out.
        if (isConnectionLoss(error) && Date.now() + retryMs < until) await sleep(retryMs, undefined, { signal })
        else throw unavailable(error)
      }
    }
  }

  return {
    size: settings.connections,
    get isDistributed() {
      return isDistributed
    },
    async acquire(tenantId, signal) {
      if (closing) throw new DatabaseUnavailable('closed')
      const turn = await turns.take(claimantOf(tenantId), signal)
      const startedAt = performance.now()
      const until = Date.now() + settings.acquireMs
      const end = () => turns.end(turn, performance.now() - startedAt)
      try {
        const client = await connectWithin(until, signal)
        return {
          client,
          release(broken) {
            client.release(broken)
            end()
          },
        }
      } catch (error) {
        end()
        throw error
      }
    },
    get counts() {
      return { total: pool.totalCount, idle: pool.idleCount, ...turns.counts }
    },
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

const claimantOf = (tenantId: string | undefined): Claimant => {
  const caller = currentCaller()
  return { tenant: tenantId ?? caller?.tenantId ?? caller?.name ?? '', caller: caller?.name }
}

/**
 * The shares of a pool that one tenant or one caller may have at once while nobody else asks, and while another tenant
 * asks, or another caller of the tenant. The more of them one has, the more of the database's processors it has, too.
 */
const shares = { alone: 2 / 3, tenant: 1 / 4, caller: 1 / 6 }
/**
 * The share of the processors that a tenant's short transactions may keep busy while another tenant asks. Those of this
 * machine: the embedded database runs on them, and one elsewhere is taken to have as many.
 */
const shareOfProcessors = 1 / 2
/** The share of the waiting that may be one caller's. */
const waitingShareOfCaller = 1 / 5

const queueSettings = ({ connections, waiting }: PoolSettings): FairQueueSettings => ({
  places: connections,
  placesAlone: Math.ceil(connections * shares.alone),
  placesOfTenant: Math.ceil(connections * shares.tenant),
  placesOfCaller: Math.ceil(connections * shares.caller),
  begunOfTenant: Math.max(1, Math.floor(availableParallelism() * shareOfProcessors)),
  waiting,
  waitingOfCaller: Math.ceil(waiting * waitingShareOfCaller),
})

/** A time-out of the pool becomes `too many waiting`, which is not retried: the caller has waited long enough. */
function unavailable(error: unknown): unknown {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return new DatabaseUnavailable('too many waiting', { cause: error })
  return asDatabaseError(error)
}

interface Patience {
  readonly signal: AbortSignal | undefined
  readonly timeOutMs: number
  readonly timedOut: () => Error
}

/** Rejects as soon as the signal aborts, or after the time-out; a connection that arrives later goes back to the pool. */
function cancellable(
  connecting: Promise<pg.PoolClient>,
  { signal, timeOutMs, timedOut }: Patience,
): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = (tell: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      tell()
    }
    const timer = setTimeout(() => end(() => reject(timedOut())), Math.max(0, timeOutMs))
    const onAbort = () => end(() => reject(new TransactionCancelled('cancelled while waiting for a connection')))
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    connecting.then(
      // Once, as a connection that is released twice ends the process.
      (client) => (isOver ? client.release() : end(() => resolve(client))),
      (error: Error) => end(() => reject(error)),
    )
  })
}

/**
 * Parses values into the form that the API sends: times as ISO 8601 in UTC with all digits of the database (a
 * JavaScript Date would cut the microseconds off a keyset cursor and lose rows), dates as `YYYY-MM-DD`, counts as
 * numbers, decimals as strings.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, int8],
  [1082, (text) => text],
  [1114, (text) => `${text.replace(' ', 'T')}Z`],
  [1184, isoTime],
])

function int8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** Sessions run in UTC, so every time ends in +00. */
function isoTime(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : new Date(text).toISOString()
}

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
}
