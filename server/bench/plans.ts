import pg from 'pg'
import type { Connection } from '../src/platform/database/addresses.ts'
import { contentTables } from './copy-rows.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * Looks at how the database goes about what it is asked. Reading a whole table is what nobody may do to a catalogue of
 * any size, however fast it happens to be today.
 */
export class PlanWatch {
  readonly #client: pg.Client
  readonly #tenantId: string
  #asked: Asked[] | undefined
  /** Questions whose answer reads a whole table, and which one. */
  readonly wholeTables: string[] = []

  private constructor(client: pg.Client, tenantId: string) {
    this.#client = client
    this.#tenantId = tenantId
  }

  static async open(superuser: Connection, tenantId: string): Promise<PlanWatch> {
    const client = new pg.Client({ ...superuser })
    await client.connect()
    const watch = new PlanWatch(client, tenantId)
    const query = pg.Client.prototype.query
    // The one place that every statement of every connection passes.
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args
      if (isAsked(first)) watch.#asked?.push({ text: first.text, values: first.values ?? [] })
      else if (typeof first === 'string' && Array.isArray(second)) watch.#asked?.push({ text: first, values: second })
      return Reflect.apply(query, this, args)
    } as typeof query
    return watch
  }

  async look(question: string, ask: () => Promise<unknown>): Promise<void> {
    this.#asked = []
    await ask()
    const asked = this.#asked
    this.#asked = undefined
    await this.#client.query('begin; set local role pim_app')
    await this.#client.query(`set local app.tenant_id = '${this.#tenantId}'`)
    for (const { text, values } of asked) {
      const { rows } = await this.#client.query(`explain (format json) ${text}`, [...values])
      for (const table of wholeTablesIn(rows[0]['QUERY PLAN'][0].Plan)) this.wholeTables.push(`${question}: ${table}`)
    }
    await this.#client.query('rollback')
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const isAsked = (value: unknown): value is { text: string; values?: unknown[] } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

const wholeTablesIn = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined && node['Relation Name'] in contentTables
    ? [node['Relation Name']]
    : []),
  ...(node.Plans ?? []).flatMap(wholeTablesIn),
]
