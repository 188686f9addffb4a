/** The database cannot serve now; the same call may well succeed in a moment. HTTP answers 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly reason: UnavailableReason
  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(`the database cannot serve: ${reason}`, options)
    this.reason = reason
  }
}
export type UnavailableReason = 'not reachable' | 'too many waiting' | 'took too long' | 'out of resources' | 'closed'

/** What a transaction was dropped for when its caller had gone; nobody waits for the answer. */
export class TransactionCancelled extends Error {
  override readonly name = 'TransactionCancelled'
}

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Another transaction got in the way; doing the whole work again is the cure. */
export const isContention = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01'

/** "current transaction is aborted": an earlier statement of the transaction failed, and its error is the reason. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** A prepared statement from before somebody changed its table; on another connection it is prepared anew. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const lostMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client was closed',
]

/** The connection is gone, or was never there: shut down, restarted, unplugged. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error)
  if (socketCodes.has(code) || code.startsWith('08') || /^57P0[1235]$/.test(code)) return true
  return code === '' && error instanceof Error && lostMessages.some((text) => error.message.includes(text))
}

/**
 * Turns what the driver says into what a caller can act on; errors of the query itself pass through. `onlyReading`: a
 * write refused there is the caller's mistake, elsewhere the whole server takes none (a standby, a full disk).
 */
export function asDatabaseError(error: unknown, onlyReading = false): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof TransactionCancelled) return error
  if (isConnectionLoss(error)) return new DatabaseUnavailable('not reachable', { cause: error })
  const code = codeOf(error)
  // 57014 statement timeout, 25P03/25P04 idle and transaction timeout, 55P03 lock timeout; contention that outlasted us
  if (/^(57014|25P0[34]|55P03)$/.test(code) || isContention(error))
    return new DatabaseUnavailable('took too long', { cause: error })
  // 53 out of disk, memory or connections; 58 i/o errors; 25006 read-only
  if (code.startsWith('53') || code.startsWith('58') || (code === '25006' && !onlyReading))
    return new DatabaseUnavailable('out of resources', { cause: error })
  return error
}

/** A database that this version of the server must not touch; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
