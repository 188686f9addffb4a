import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { keyUse } from '../src/core/sortable-key.ts'
import { fieldName } from '../src/modules/reader/index.ts'
import type { Connection } from '../src/platform/database/addresses.ts'
import type { BenchTenant } from './catalogue.ts'
import { typeIdOf } from './catalogue.ts'
import { measure } from './measure.ts'

/** The parts of a page's query as written by hand, without a count. */
export interface PlainPage {
  readonly where?: string
  readonly order?: string
  readonly offset?: number
  /** Words that a row has, each as a prefix: by the full-text index of the file of lists, the latest first. */
  readonly words?: readonly string[]
  /** A condition on a row `v` of the file of lists, see `ofProducts`; the latest first. */
  readonly inFile?: string
}

const runs = 12
const maxMs = 1_000

/** Runs plain queries on the same tables as superuser, without policies; those for words and keys on the same file. */
export class PlainSql {
  readonly #client: pg.Client
  readonly #tenant: BenchTenant
  readonly #file: DatabaseSync

  private constructor(client: pg.Client, tenant: BenchTenant, file: DatabaseSync) {
    this.#client = client
    this.#tenant = tenant
    this.#file = file
  }

  static async open(superuser: Connection, tenant: BenchTenant, path: string): Promise<PlainSql> {
    const client = new pg.Client({ ...superuser, statement_timeout: maxMs })
    await client.connect()
    return new PlainSql(client, tenant, new DatabaseSync(path, { readOnly: true }))
  }

  /** The median in milliseconds, or a text where it takes too long. */
  async page(page: PlainPage): Promise<number | string> {
    if (page.words !== undefined) return this.#having(page.words)
    if (page.inFile !== undefined) return this.#meeting(page.inFile)
    const { where = 'true', order = 'modified_at desc, content_variation_id desc', offset = 0 } = page
    return this.#timed(
      `select v.* from content_variation v
        where tenant_id = $1 and variation_id = $2 and kind = 'user' and not is_deleted
        and ${where} order by ${order} offset ${offset} limit 25`,
    )
  }

  count(): Promise<number | string> {
    return this.#timed(
      `select count(*) from content_variation
        where tenant_id = $1 and variation_id = $2 and kind = 'user' and not is_deleted`,
    )
  }

  get #variation() {
    const [first] = this.#tenant.variations
    const found = this.#file.prepare(`select number from code where of = 'variation' and name = ?`)
    return found.get(first?.variationId ?? '')?.number ?? null
  }

  /** Rows of the first variation that are no media and not deleted. */
  async #meeting(condition: string): Promise<number> {
    const statement = this.#file.prepare(
      `select i.id as item, v.id from row v join item i on i.n = v.r / 4096
        where v.variation = ? and v.place = 0 and ${condition} order by v.modified_at desc limit 25`,
    )
    return (await measure(runs, async () => statement.all(this.#variation))).p50
  }

  /** The same rows. */
  async #having(words: readonly string[]): Promise<number> {
    const variation = this.#variation
    const statement = this.#file.prepare(
      `select i.id as item, v.id from words_${variation} w cross join row v on v.r = w.rowid / 2 join item i on i.n = v.r / 4096
        where words_${variation} match ? and w.rowid % 2 = 0 and v.place = 0 order by v.modified_at desc limit 25`,
    )
    const query = words.map((word) => `"${word}" *`).join(' AND ')
    return (await measure(runs, async () => statement.all(query))).p50
  }

  async #timed(text: string): Promise<number | string> {
    const { tenantId, variations } = this.#tenant
    const ask = () => this.#client.query(text, [tenantId, variations[0]?.variationId])
    // A query that times out once is not repeated.
    const { failed } = await measure(1, ask)
    return failed ? `> ${maxMs}` : (await measure(runs, ask)).p50
  }

  async close(): Promise<void> {
    this.#file.close()
    await this.#client.end()
  }
}

/** SQL conditions on products that correspond to the filters of the cases: `has` and `lacks` on the file, the other on the tables. */
export const ofProducts = (tenant: BenchTenant) => {
  const contentTypeId = typeIdOf(tenant, 0)
  const code = (of: string, name: string) => `(select number from code where of = '${of}' and name = '${name}')`
  const has = (technicalFieldName: string, key: string, qualifier = '') =>
    `v.type = ${code('type', contentTypeId)} and exists (select 1 from key k
      where k.n = v.r / 4096 and k.field = ${code('field', fieldName(contentTypeId, technicalFieldName, qualifier))}
        and k.variation in (0, v.variation) and k.scope & 1 and k.use <> ${keyUse.sort} and ${key})`
  return {
    has,
    lacks: (technicalFieldName: string) => has(technicalFieldName, 'true').replace('and exists', 'and not exists'),
    hasConcept: (conceptIds: readonly string[]) =>
      `exists (select from content_reference r join index_space sp using (tenant_id, space) join index_reach re using (tenant_id, reach)
        where r.tenant_id = v.tenant_id and r.scope in ('w', 'b') and v.variation_id = any(re.variation_ids)
        and r.content_item_id = v.content_item_id and r.ref_id = any('{${conceptIds.join(',')}}'))`,
  }
}
