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
import type pg from 'pg'
import { isAfterFailure, isContention, isStalePlan } from './database-errors.ts'
import type { Schema } from './schema.ts'

/** Typed queries within one transaction. It ends with the work it was handed to, and refuses every query after that. */
export type Transaction = KyselyTransaction<Schema>

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
// Kysely wants a dialect to hand to what we never ask of it (its own pools and migrations).
const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('queries run in transactions')) })
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const named = Symbol('the name of a prepared statement')
interface NamedQuery extends CompiledQuery {
  readonly [named]: string
}

/** A query of the builder, or one in sql``, which wants to be told who will run it. */
interface Preparable<Row> {
  compile(by: Transaction): CompiledQuery<Row>
}

/**
 * Runs a query that the database plans once for each connection: half the time of a look-up by key. Not for searches
 * and filters: from the sixth time on it may use one plan for all values, and the right one depends on them. One name
 * is one text.
 */
export async function prepared<Row>(trx: Transaction, name: string, query: Preparable<Row>): Promise<Row[]> {
  const compiled = query.compile(trx)
  const { rows } = await trx.executeQuery<Row>({ ...compiled, [named]: name } as NamedQuery & CompiledQuery<Row>)
  return rows
}

/** What is asked in one breath leaves in one packet: the writing of ten queries costs as much as their work. */
export function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * One client for the length of one transaction. Whoever keeps the transaction past its end holds nothing: the client
 * serves another tenant by then.
 */
export class TransactionConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #ended: Error | undefined
  #failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  end(reason: Error): void {
    this.#ended ??= reason
  }

  async executeQuery<Row>(query: CompiledQuery | NamedQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw this.#ended
    sendTogether(this.#client)
    const result = await this.#send<Row & pg.QueryResultRow>(query)
    return changing.has(result.command)
      ? { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows: result.rows }
  }

  /** What failed first, in a statement or in the transaction's begin. */
  get failure(): unknown {
    return this.#failure
  }

  failed(error: unknown): void {
    this.#failure ??= error
  }

  /** What the work's error comes from. A collision dooms the transaction, whatever the work made of it. */
  causeOf(error: unknown): unknown {
    return isContention(this.#failure) || isStalePlan(this.#failure) ? this.#failure : error
  }

  /**
   * Of statements that were sent together, those behind a failed one fail as well, in the same turn. Their error says
   * nothing of the reason, so they fail with the first error, and a turn later: `Promise.all` rejects with what comes
   * first, and that is then what the handlers of the failed statement made of it.
   */
  async #send<Row extends pg.QueryResultRow>(query: CompiledQuery | NamedQuery): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>({
        ...(named in query && { name: query[named] }),
        text: query.sql,
        values: [...query.parameters],
      })
    } catch (error) {
      if (!isAfterFailure(error)) {
        this.failed(error)
        throw error
      }
      await nextTurn()
      throw this.#failure ?? error
    }
  }

  streamQuery(): never {
    throw new Error('read in pages by key: a cursor would hold a connection for as long as its reader likes')
  }
}

/** Kysely's own transaction object on a connection that we began ourselves, together with its tenant. */
export function transactionOn(connection: DatabaseConnection): Transaction {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    // Not one after the other: the driver writes queries behind each other and tells their answers apart by order.
    provideConnection: (consumer) => consumer(connection),
  })
  return new TransactionClass<Schema>({ config: { dialect }, driver, executor, dialect })
}
