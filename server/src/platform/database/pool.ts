import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './addresses.ts'
import { asDatabaseError, DatabaseUnavailable, isConnectionLoss, TransactionCancelled } from './database-errors.ts'

export interface PoolSettings {
  readonly connections: number
  /** How long a caller waits for a connection, the making of one included, before it hears that there is none. */
  readonly acquireMs: number
  /** How many may wait; one more hears at once, because it would only wait for its own time-out. */
  readonly waiting: number
  /** The longest statement, unless a transaction asks for more. */
  readonly statementMs: number
  readonly onError: (error: Error) => void
}

export interface ConnectionPool {
  acquire(signal?: AbortSignal): Promise<pg.PoolClient>
  /** The most connections it may hold. */
  readonly size: number
  readonly counts: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

const retryMs = 50

/** What every session starts with, whoever it belongs to. */
const sessionOptions = [
  '-c TimeZone=UTC',
  // A query whose caller has gone stops within this time instead of running on for nobody.
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
  // Without a listener, a connection that dies (a restart of the database, a cable) ends this process: once for the
  // idle ones, which the pool speaks for, and once for those that are out with a caller.
  pool.on('error', settings.onError)
  pool.on('connect', (client) => client.on('error', settings.onError))

  let closing: Promise<void> | undefined

  async function connect(until: number, signal?: AbortSignal): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await cancellable(pool.connect(), signal)
      } catch (error) {
        if (closing) throw new DatabaseUnavailable('closed')
        if (error instanceof TransactionCancelled) throw error
        // A database that is just starting refuses for a moment; the caller's patience covers that.
        if (isConnectionLoss(error) && Date.now() + retryMs < until) await sleep(retryMs, undefined, { signal })
        else throw unavailable(error)
      }
    }
  }

  return {
    size: settings.connections,
    async acquire(signal) {
      if (closing) throw new DatabaseUnavailable('closed')
      if (pool.waitingCount >= settings.waiting) throw new DatabaseUnavailable('too many waiting')
      return connect(Date.now() + settings.acquireMs, signal)
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

/** The caller has been patient already, so this is no error to try again after. */
function unavailable(error: unknown): unknown {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return new DatabaseUnavailable('too many waiting', { cause: error })
  return asDatabaseError(error)
}

/** A caller who gives up waiting leaves the client, once it comes, to the next one. */
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
 * Values arrive as the API writes them, so nobody converts: times as ISO 8601 in UTC with every digit the database
 * has (a JavaScript Date would cut microseconds off a keyset cursor and lose rows), dates as `YYYY-MM-DD`, counts as
 * numbers, decimals as strings with every digit.
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
