import pg from 'pg'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { sessionSettings } from '../src/platform/database/pool.ts'
import type { BenchTenant } from './catalogue.ts'

interface Stored {
  readonly contentVariationId: string
  readonly item: string
  readonly own: Record<string, unknown>
  readonly version: number
}

/**
 * Saves one text by hand: the rows that a save of it writes, by prepared statements under row-level security, all of the
 * transaction in one packet. What it does not do: check, lock and compare anything, or write the file of lists. What is live does not fit
 * such a save, so `restore` puts the rows back.
 */
export class PlainSave {
  readonly #pool: pg.Pool
  readonly #tenantId: string
  readonly #stored: Stored[] = []

  constructor(address: DatabaseAddress, { tenantId }: BenchTenant) {
    this.#tenantId = tenantId
    this.#pool = new pg.Pool({ ...sessionSettings(address.app), max: 1, idleTimeoutMillis: 0, pipeline: true })
  }

  /** Reads what a save needs to know. What it answers can be called again, but nobody else may change the variation. */
  async prepare(contentVariationId: string): Promise<(description: string) => Promise<void>> {
    const client = await this.#pool.connect()
    await client.query(`begin; set local app.tenant_id = '${this.#tenantId}'`)
    const { rows } = await client.query<Stored>(
      `select content_variation_id as "contentVariationId", content_item_id as item, own, version
       from content_variation where tenant_id = $1 and content_variation_id = $2`,
      [this.#tenantId, contentVariationId],
    )
    await client.query('commit')
    client.release()
    const [stored] = rows
    if (stored === undefined) throw new Error(`there is no variation ${contentVariationId}`)
    this.#stored.push(stored)
    let { version } = stored
    return (description) => this.#write(contentVariationId, { ...stored, version: ++version }, description)
  }

  /** Puts back what was prepared, but for the entries of the audit trail and of the log. */
  async restore(): Promise<void> {
    const client = await this.#pool.connect()
    const tenant = this.#tenantId
    await client.query(`begin; set local app.tenant_id = '${tenant}'`)
    for (const { contentVariationId, own, version } of this.#stored) {
      await client.query(
        `update content_variation set own = $3, version = $4 where tenant_id = $1 and content_variation_id = $2`,
        [tenant, contentVariationId, JSON.stringify(own), version],
      )
      await client.query(
        `delete from content_version where tenant_id = $1 and content_variation_id = $2 and version > $3`,
        [tenant, contentVariationId, version],
      )
    }
    await client.query('commit')
    client.release()
  }

  async #write(contentVariationId: string, stored: Stored, description: string): Promise<void> {
    const tenant = this.#tenantId
    const { item, version } = stored
    const [at, by] = [new Date().toISOString(), 'bench']
    const client = await this.#pool.connect()
    const { stream } = client.connection
    stream.cork()
    const run = (name: string, text: string, values: readonly unknown[]) =>
      client.query({ name, text, values: [...values] })
    const done = Promise.all([
      client.query(`begin; set local app.tenant_id = '${tenant}'`),
      run(
        'plain-item',
        `update content_item set modified_at = $3, modified_by = $4, version = version + 1
         where tenant_id = $1 and content_item_id = $2`,
        [tenant, item, at, by],
      ),
      run(
        'plain-copy',
        `update content_variation set own = $3, version = $4, modified_at = $5, modified_by = $6
         where tenant_id = $1 and content_variation_id = $2`,
        [tenant, contentVariationId, JSON.stringify({ ...stored.own, description }), version, at, by],
      ),
      run(
        'plain-version',
        `insert into content_version (tenant_id, content_variation_id, version, action, status, at, by, changed_fields,
           changes) values ($1, $2, $3, 'edit', 'draft', $4, $5, '{description}', $6)`,
        [
          tenant,
          contentVariationId,
          version,
          at,
          by,
          JSON.stringify({ description: { value: stored.own.description ?? null } }),
        ],
      ),
      run(
        'plain-audit',
        `insert into audit_entry (tenant_id, user_id, action, entity_kind, entity_id, details)
         values ($1, $2, 'contentVariation.update', 'contentVariation', $3, $4)`,
        [tenant, by, contentVariationId, JSON.stringify({ contentItemId: item, fields: ['description'] })],
      ),
      run(
        'plain-event',
        `insert into event (tenant_id, transaction, by, kind, subject_kind, subject_id, details)
         values ($1, pg_current_xact_id()::text::bigint, $2, 'contentVariation.update', 'contentItem', $3, $4)`,
        [tenant, by, item, JSON.stringify({ variations: { [contentVariationId]: ['description'] } })],
      ),
      client.query('commit'),
    ])
    stream.uncork()
    try {
      await done
    } finally {
      client.release()
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
