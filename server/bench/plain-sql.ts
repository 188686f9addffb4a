import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { keyUse } from '../src/core/sortable-key.ts'
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
}

const runs = 12
const maxMs = 1_000

/** Runs plain queries on the same tables as superuser, without policies; those for words on the same file. */
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
    const { where = 'true', order = 'modified_at desc, content_variation_id desc', offset = 0 } = page
    return this.#timed(
      `select v.* from (select v.*, w.modified_at, w.modified_by from content_variation v
        join working_copy w on w.tenant_id = v.tenant_id and w.content_variation_id = v.content_variation_id) v
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

  /** Rows of the first variation that are no media and not deleted. */
  async #having(words: readonly string[]): Promise<number> {
    const [first] = this.#tenant.variations
    const { number: variation } =
      this.#file.prepare(`select number from code where of = 'variation' and name = ?`).get(first?.variationId ?? '') ??
      {}
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

/** SQL conditions on products that correspond to the filters of the cases. */
export const ofProducts = (tenant: BenchTenant) => {
  const variationId = tenant.variations[0]?.variationId ?? ''
  const contentTypeId = typeIdOf(tenant, 0)
  const spaces = (technicalFieldName: string, qualifier: string) =>
    `(select space from index_space join index_reach using (tenant_id, reach) where tenant_id = '${tenant.tenantId}' and '${variationId}' = any(variation_ids)
      and technical_field_name = '${technicalFieldName}' and content_type_id = '${contentTypeId}'
      and qualifier = '${qualifier}')`
  const has = (technicalFieldName: string, key: string, qualifier = '') =>
    `content_type_id = '${contentTypeId}' and exists (select from index_key k
      where k.tenant_id = v.tenant_id and k.content_item_id = v.content_item_id and k.scope in ('w', 'b')
        and k.space in ${spaces(technicalFieldName, qualifier)} and k.use <> ${keyUse.sort} and ${key})`
  return {
    has,
    lacks: (technicalFieldName: string) => has(technicalFieldName, 'true').replace('and exists', 'and not exists'),
    hasConcept: (conceptIds: readonly string[]) =>
      `exists (select from content_reference r join index_space sp using (tenant_id, space) join index_reach re using (tenant_id, reach)
        where r.tenant_id = v.tenant_id and r.scope in ('w', 'b') and v.variation_id = any(re.variation_ids)
        and r.content_item_id = v.content_item_id and r.ref_id = any('{${conceptIds.join(',')}}'))`,
  }
}
