/** The database cannot serve now; the same call may succeed a moment later. Becomes a 503. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
  readonly reason: UnavailableReason
  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(`the database cannot serve: ${reason}`, options)
    this.reason = reason
  }
}
export type UnavailableReason = 'not reachable' | 'too many waiting' | 'took too long' | 'out of resources' | 'closed'

/** The caller waits for too many connections already; others are served. Becomes a 429. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls'
  constructor() {
    super('too many calls of this caller wait for the database')
  }
}

/**
 * The answer to a commit did not arrive: the connection was lost or the time was up. The changes may have been saved, so
 * nobody repeats the transaction by himself. Becomes a 503 with a code of its own.
 */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown'
}

/** The transaction was rolled back because its signal aborted, usually because the caller has disconnected. */
export class TransactionCancelled extends Error {
  override readonly name = 'TransactionCancelled'
}

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** A serialization failure or deadlock with another transaction: the whole transaction has to be repeated. */
export const isContention = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01'

/**
 * "current transaction is aborted": an earlier statement of the transaction failed, and its error is the reason. "prepared
 * statement does not exist" is the same where a statement that was to be prepared came behind that failure.
 */
export const isAfterFailure = (error: unknown, failure: unknown): boolean =>
  codeOf(error) === '25P02' || (failure !== undefined && codeOf(error) === '26000')

/**
 * A cached plan of a prepared statement whose table was altered; on a new connection the statement is prepared again.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const connectionLossMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client was closed',
]

/** The connection was lost or could not be made: the database was shut down or restarted, or the network is down. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error)
  if (socketCodes.has(code) || code.startsWith('08') || /^57P0[1235]$/.test(code)) return true
  return code === '' && error instanceof Error && connectionLossMessages.some((text) => error.message.includes(text))
}

/**
 * Maps driver errors to `DatabaseUnavailable` where the cause is the database's state; errors of the statement itself
 * are returned unchanged. `isReadOnly`: in a read-only transaction a refused write is a mistake of the code, otherwise
 * the whole database is read-only (a standby, a full disk).
 */
export function asDatabaseError(error: unknown, isReadOnly = false): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof TransactionCancelled) return error
  if (isConnectionLoss(error)) return new DatabaseUnavailable('not reachable', { cause: error })
  const code = codeOf(error)
  // 57014 statement timeout, 25P03/25P04 idle and transaction timeout, 55P03 lock timeout; contention after all retries
  if (/^(57014|25P0[34]|55P03)$/.test(code) || isContention(error))
    return new DatabaseUnavailable('took too long', { cause: error })
  // 53 out of disk, memory or connections; 58 i/o errors; 25006 read-only
  if (code.startsWith('53') || code.startsWith('58') || (code === '25006' && !isReadOnly))
    return new DatabaseUnavailable('out of resources', { cause: error })
  return error
}

/**
 * A row refers to one that is not there, of a tenant, for instance, that was erased meanwhile; or one cannot be deleted, because
 * another one refers to it.
 */
export const breaksReference = (error: unknown): boolean => codeOf(error) === '23503'

/** Whether it tells of the database's state, and not of a mistake in the statement. */
export const isOfDatabase = (error: unknown): boolean =>
  error !== undefined && (asDatabaseError(error) !== error || error instanceof DatabaseUnavailable)

/** A database that this version of the server must not touch; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
