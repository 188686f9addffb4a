import pg from 'pg'
import type { Connection } from '../src/platform/database/addresses.ts'
import { contentTables } from './copy-rows.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * Records the statements of a call and finds those whose plan has a sequential scan of a table of content: such a
 * statement becomes slower with the size of the catalogue, however fast it is today.
 */
export class SequentialScanFinder {
  readonly #client: pg.Client
  readonly #tenantId: string
  #recorded: Statement[] | undefined
  /** The names of cases with a sequential scan, each with its table. */
  readonly scans: string[] = []

  private constructor(client: pg.Client, tenantId: string) {
    this.#client = client
    this.#tenantId = tenantId
  }

  static async open(superuser: Connection, tenantId: string): Promise<SequentialScanFinder> {
    const client = new pg.Client({ ...superuser })
    await client.connect()
    const finder = new SequentialScanFinder(client, tenantId)
    const query = pg.Client.prototype.query
    // Every statement of every connection passes through this method.
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args
      if (isStatement(first)) finder.#recorded?.push({ text: first.text, values: first.values ?? [] })
      else if (typeof first === 'string' && Array.isArray(second))
        finder.#recorded?.push({ text: first, values: second })
      return Reflect.apply(query, this, args)
    } as typeof query
    return finder
  }

  /** Runs a call and explains the plans of its statements. */
  async explain(name: string, call: () => Promise<unknown>): Promise<void> {
    this.#recorded = []
    await call()
    const statements = this.#recorded
    this.#recorded = undefined
    await this.#client.query('begin; set local role pim_app')
    await this.#client.query(`set local app.tenant_id = '${this.#tenantId}'`)
    for (const { text, values } of statements) {
      const { rows } = await this.#client.query(`explain (format json) ${text}`, [...values])
      for (const table of sequentialScansIn(rows[0]['QUERY PLAN'][0].Plan)) this.scans.push(`${name}: ${table}`)
    }
    await this.#client.query('rollback')
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const isStatement = (value: unknown): value is { text: string; values?: unknown[] } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

const sequentialScansIn = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined && node['Relation Name'] in contentTables
    ? [node['Relation Name']]
    : []),
  ...(node.Plans ?? []).flatMap(sequentialScansIn),
]
