import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  type Transaction as KyselyTransaction,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction as TransactionClass,
} from 'kysely'
import pg from 'pg'
import { isAfterFailure, isContention, isOfDatabase, isStalePlan } from './database-errors.ts'
import type { Schema } from './schema.ts'

/** Runs typed queries in one transaction. Queries after the end of the transaction are refused. */
export type Transaction = KyselyTransaction<Schema>

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
// Required by Kysely; used only by its pools and migrations, which this server does not use.
const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('queries run in transactions')) })
const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const named = Symbol('the name of a prepared statement')
/** Its reply is waited for with the commit. */
const isLate = Symbol('nobody needs the rows of a statement')
interface NamedQuery extends CompiledQuery {
  readonly [named]: string
  readonly [isLate]?: true
}

/** A query of the query builder or of sql``, which has to be compiled with the transaction that runs it. */
interface Preparable<Row> {
  compile(by: Transaction): CompiledQuery<Row>
}

/**
 * Runs a query as a prepared statement, which PostgreSQL parses once for each connection: half the time of a look-up by
 * key. Not for searches and filters: from the sixth execution on it may use a generic plan, and their best plan depends
 * on the values. A name must always stand for the same SQL text.
 */
export async function prepared<Row>(trx: Transaction, name: string, query: Preparable<Row>): Promise<Row[]> {
  const compiled = query.compile(trx)
  const { rows } = await trx.executeQuery<Row>({ ...compiled, [named]: name } as NamedQuery & CompiledQuery<Row>)
  return rows
}

/**
 * Sends a prepared statement whose rows nobody needs, and does not wait for its reply: what a transaction writes at its end
 * leaves in one packet with the commit. Where the statement fails, the next one that is waited for rejects with its error, or
 * the commit does.
 */
export async function written(trx: Transaction, name: string, query: Preparable<unknown>): Promise<void> {
  await trx.executeQuery({ ...query.compile(trx), [named]: name, [isLate]: true } as NamedQuery)
}

/** Buffers what is written to the socket until the next tick, so that queries sent together leave in one packet. */
export function corkUntilNextTick({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const isForRetry = (failure: unknown): boolean => isContention(failure) || isStalePlan(failure)

/** A commit by which nothing was saved; its cause is the error to throw. */
export class NotCommitted extends Error {}

/**
 * A client for the length of one transaction. After `end` it refuses queries, because the client then serves other
 * transactions, also of other tenants.
 */
export class TransactionConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #ended: Error | undefined
  #failure: unknown
  /** The error that has aborted the transaction, up to a savepoint that it is taken back to. */
  #abortedBy: { readonly error: unknown; readonly isHeard: boolean } | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  end(reason: Error): void {
    this.#ended ??= reason
  }

  async executeQuery<Row>(query: CompiledQuery | NamedQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw this.#ended
    corkUntilNextTick(this.#client)
    const sent = this.#send<Row & pg.QueryResultRow>(query)
    // A transaction that writes much waits for what it has sent, rather than keep all of that in memory.
    if (isLate in query && !this.#client.connection.stream.writableNeedDrain) {
      sent.catch(() => {})
      return { rows: [] }
    }
    const result = await sent
    return writeCommands.has(result.command)
      ? { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows: result.rows }
  }

  /** Of a statement, or of the transaction's `begin`; the first one counts. */
  failed(error: unknown): void {
    this.#failure ??= error
  }

  /**
   * The error to throw for an error of the work. Contention and stale plans come first, because they have to reach the
   * retry, and what tells of the database's state (a time-out, a lost connection), because that is what the caller has to
   * hear, even where the work has wrapped them in an error of its own.
   */
  causeOf(error: unknown): unknown {
    return isForRetry(this.#failure) || isOfDatabase(this.#failure) ? this.#failure : error
  }

  /**
   * Sends a statement. When one of several statements that were sent together fails, those behind it fail in the same
   * turn with "current transaction is aborted", which hides the reason. They reject with the first error instead, and a
   * turn later, so that `Promise.all` rejects with what the handlers of the failed statement made of its error.
   */
  async #send<Row extends pg.QueryResultRow>(query: CompiledQuery | NamedQuery): Promise<pg.QueryResult<Row>> {
    try {
      const result = await this.#client.query<Row>({
        ...(named in query && { name: query[named] }),
        text: query.sql,
        values: query.parameters.map(arrayLiteral),
      })
      // Up to a savepoint the transaction is undone, and its failure with that.
      if (result.command === 'ROLLBACK') {
        this.#abortedBy = undefined
        if (!isForRetry(this.#failure)) this.#failure = undefined
      }
      return result
    } catch (error) {
      if (!isAfterFailure(error, this.#failure)) {
        this.#abortedBy ??= { error, isHeard: !(isLate in query) }
        this.failed(error)
        throw error
      }
      await nextTurn()
      throw this.#failure ?? error
    }
  }

  /**
   * Commits, and sends `first` in front of that without waiting for its reply. Throws `NotCommitted` where the database has
   * told that nothing was saved; after any other error that is unknown.
   */
  async commit(first?: pg.QueryConfig): Promise<void> {
    corkUntilNextTick(this.#client)
    if (first !== undefined) this.#client.query(first).catch((error: unknown) => this.failed(error))
    try {
      const { command } = await this.#client.query('commit')
      if (command === 'COMMIT') return
    } catch (error) {
      // Replies come in order: a statement that has ended the session came before the commit, which therefore was not run.
      const cause = this.#abortedBy?.error
      throw cause instanceof pg.DatabaseError ? new NotCommitted('the session has ended', { cause }) : error
    }
    // PostgreSQL turns the commit of a failed transaction into a rollback, without an error.
    const failed = 'nothing was saved: a statement of this transaction had failed'
    const cause =
      this.#abortedBy?.isHeard === false ? this.#abortedBy?.error : new Error(failed, { cause: this.#failure })
    throw new NotCommitted(failed, { cause: this.causeOf(cause) })
  }

  streamQuery(): never {
    throw new Error('use keyset pages: a cursor would keep the connection for as long as its reader takes')
  }
}

/** The body of a notification. */
export type Payload = Readonly<Record<string, unknown>>

/** A message that is sent with the commit; see `CommitTopic`. */
export interface Collecting {
  readonly name: string
  payloads(): readonly [Payload, ...Payload[]]
}

const collecting = new WeakMap<Transaction, Collecting[]>()

/** The messages that a transaction has begun to collect. */
export function collectingIn(trx: Transaction): Collecting[] {
  const begun = collecting.get(trx) ?? []
  collecting.set(trx, begun)
  return begun
}

/** Kysely's transaction object for a connection on which the transaction was begun already. */
export function transactionOn(connection: DatabaseConnection): Transaction {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    // Without Kysely's mutex: the driver pipelines queries and matches their results by order.
    provideConnection: (consumer) => consumer(connection),
  })
  return new TransactionClass<Schema>({ config: { dialect }, driver, executor, dialect })
}

/**
 * Writes a flat array as PostgreSQL reads it in a parameter. The driver would escape each element by two replacements, which took
 * a tenth of this process's time where thousands of rows are written; most elements have nothing to escape. Whatever is
 * no flat array is left to the driver.
 */
export function arrayLiteral(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const parts: string[] = []
  for (const element of value) {
    if (typeof element === 'string') parts.push(isPlain(element) ? `"${element}"` : `"${escaped(element)}"`)
    else if (typeof element === 'number' || typeof element === 'boolean') parts.push(String(element))
    else if (element === null || element === undefined) parts.push('NULL')
    else return value
  }
  return `{${parts.join(',')}}`
}

const isPlain = (text: string): boolean => !text.includes('"') && !text.includes('\\')

const [quote, backslash] = [0x22, 0x5c]

/** By bytes: replacing each of a million line ends of a long text as text takes a tenth of a second. */
function escaped(text: string): string {
  const bytes = Buffer.from(text)
  const written = Buffer.allocUnsafe(2 * bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote || byte === backslash) written[length++] = backslash
    written[length++] = byte
  }
  return written.toString('utf8', 0, length)
}
