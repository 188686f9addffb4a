import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, DatabaseAddress } from './addresses.ts'
import { asDatabaseError, DatabaseUnavailable, isConnectionLoss, TransactionCancelled } from './database-errors.ts'

export interface PoolSettings {
  readonly connections: number
  /** Time-out for getting a connection, with the time to open one. */
  readonly acquireMs: number
  /**
   * Callers that may wait for a connection; one more is refused at once, because it would only wait for its time-out.
   */
  readonly waiting: number
  /** Time-out of a statement, unless a transaction sets more. */
  readonly statementMs: number
  readonly onError: (error: Error) => void
}

export interface ConnectionPool {
  acquire(signal?: AbortSignal): Promise<pg.PoolClient>
  /** The maximum number of connections. */
  readonly size: number
  /** Whether it is Citus, a distributed PostgreSQL; known once a connection was used. */
  readonly isDistributed: boolean | undefined
  readonly counts: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
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
    statement_timeout: settings.statementMs,
    pipeline: true,
    max: settings.connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: settings.acquireMs,
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

  let closing: Promise<void> | undefined

  async function connectWithin(until: number, signal?: AbortSignal): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await cancellable(pool.connect(), signal)
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
    async acquire(signal) {
      if (closing) throw new DatabaseUnavailable('closed')
      if (pool.waitingCount >= settings.waiting) throw new DatabaseUnavailable('too many waiting')
      return connectWithin(Date.now() + settings.acquireMs, signal)
    },
    get counts() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

/** A time-out of the pool becomes `too many waiting`, which is not retried: the caller has waited long enough. */
function unavailable(error: unknown): unknown {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return new DatabaseUnavailable('too many waiting', { cause: error })
  return asDatabaseError(error)
}

/** Rejects as soon as the signal aborts; a connection that arrives later goes back to the pool. */
function cancellable(connecting: Promise<pg.PoolClient>, signal?: AbortSignal): Promise<pg.PoolClient> {
  if (!signal) return connecting
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(new TransactionCancelled('cancelled while waiting for a connection'))
      connecting.then(
        (client) => client.release(),
        () => {},
      )
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    connecting
      .then((client) => {
        if (!signal.aborted) resolve(client)
      }, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
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

/** Connections beside those of requests: 24 for a server all together; idle ones are closed. */
const ownConnections = { platform: 4, keys: 2, jobs: 3, jobQueue: 2, readiness: 1 }
/** Jobs wait for each other's connections rather than fail. */
const jobsAcquireMs = 10_000

/** The pools of a server, for the logins of one database. `connections`: of the tenants' transactions of requests. */
export function openPools(address: Pick<DatabaseAddress, 'app' | 'platform'>, settings: PoolSettings) {
  const pool = (login: Connection, connections: number, more: Partial<PoolSettings> = {}) =>
    openPool(login, { ...settings, ...more, connections })
  const { platform, keys, jobs, jobQueue, readiness } = ownConnections
  const patient = { acquireMs: jobsAcquireMs }
  return {
    app: openPool(address.app, settings),
    platform: pool(address.platform, platform),
    keys: pool(address.platform, keys),
    jobs: pool(address.app, jobs, patient),
    jobQueue: pool(address.platform, jobQueue, patient),
    readiness: pool(address.platform, readiness),
  }
}
