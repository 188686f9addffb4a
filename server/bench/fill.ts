import pg from 'pg'
import type { Connection, DatabaseAddress } from '../src/platform/database/addresses.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { addTenant, addType } from '../testing/tenants.ts'
import { type BenchTenant, binaryIdOf, conceptCount, conceptIdOf, itemOf, parentOf, typeIdOf } from './catalogue.ts'
import { benchTypes } from './content-types.ts'
import { contentTables, writeItem } from './copy-rows.ts'
import { CopyStreams } from './copy-streams.ts'
import { idOf } from './random.ts'

/** Inserts the tenants and all their content: first the rows without indexes, then the indexes, as a restore does. */
export async function fill(
  { address, superuser: connection }: { readonly address: DatabaseAddress; readonly superuser: Connection },
  tenants: readonly BenchTenant[],
  log: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  const database = openDatabase({ address, connections: 2 })
  try {
    const started = performance.now()
    const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`
    await client.query('set session_replication_role = replica')
    for (const tenant of tenants) await fillTenant(client, database, tenant)
    const restore = await dropIndexes(client)
    const streams = await CopyStreams.open(connection)
    for (const tenant of tenants) {
      for (let item = 0; item < tenant.items; item++) {
        writeItem(tenant, itemOf(tenant, item), streams.write)
        if (item % 100 === 99) await streams.flush()
        if (item % 50_000 === 49_999) log(`${item + 1} items of ${tenant.items} (${seconds()})`)
      }
    }
    await streams.close()
    log(`${streams.rows} rows (${seconds()}); indexes …`)
    for (const statement of restore) await client.query(statement)
    await client.query(insertCounters)
    log(`counted (${seconds()}); vacuum …`)
    await client.query('vacuum (analyze)')
    log(`filled in ${seconds()}`)
  } finally {
    await database.close()
    await client.end()
  }
}

async function fillTenant(client: pg.Client, database: Database, tenant: BenchTenant): Promise<void> {
  const { tenantId, externalId, variations } = tenant
  const [first] = variations
  await addTenant(database, {
    tenantId,
    externalId,
    taxonomyEnabled: true,
    deliveryTargets: ['web', 'print'],
    languages: variations.map((each) => [each.languageCode, each === first ? null : (first?.languageCode ?? null)]),
    variationIds: Object.fromEntries(variations.map((each) => [each.languageCode, each.variationId])),
  })
  await database.inTenant(tenantId, async (trx) => {
    for (const [at, type] of benchTypes.entries()) await addType(trx, tenantId, type, typeIdOf(tenant, at))
  })
  await fillTaxonomy(client, tenant)
  await client.query(
    `insert into binary_file (tenant_id, binary_id, file_name, mime_type, byte_size, sha256, storage_key, created_by)
      select $1, id, 'file', 'image/jpeg', 1000, id::text, id::text, 'bench' from unnest($2::uuid[]) id`,
    [tenantId, Array.from({ length: tenant.items }, (_, at) => binaryIdOf(tenant, at))],
  )
}

async function fillTaxonomy(client: pg.Client, tenant: BenchTenant): Promise<void> {
  const taxonomyId = idOf(8, tenant.number)
  await client.query(
    `insert into taxonomy (tenant_id, taxonomy_id, friendly_name, name_key, concept_count, created_by, modified_by)
      values ($1, $2, 'Categories', 'categories', $3, 'bench', 'bench')`,
    [tenant.tenantId, taxonomyId, conceptCount],
  )
  const concepts = Array.from({ length: conceptCount }, (_, at) => ({
    id: conceptIdOf(tenant, at),
    parent: parentOf(at),
  }))
  await client.query(
    `insert into concept (tenant_id, concept_id, taxonomy_id, parent_concept_id, friendly_name, name_key, position, path)
      select $1, id, $2, parent, 'Concept ' || at, 'concept ' || at, at, coalesce(uuid_send(parent), '') || uuid_send(id)
      from unnest($3::uuid[], $4::uuid[]) with ordinality as row (id, parent, at)`,
    [
      tenant.tenantId,
      taxonomyId,
      concepts.map(({ id }) => id),
      concepts.map(({ parent }) => (parent === undefined ? null : conceptIdOf(tenant, parent))),
    ],
  )
}

/**
 * Drops constraints and indexes of the tables that are filled, and the keys of other tables that refer to them; returns the
 * statements that create them again.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const tables = Object.keys(contentTables)
  const constraints = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('p', 'u', 'f')
        and (conrelid::regclass::text = any($1) or contype = 'f' and confrelid::regclass::text = any($1))
      order by case contype when 'f' then 0 when 'u' then 1 else 2 end`,
    [tables],
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = any($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { table, name } of constraints.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  const add = (kinds: string, more = '') =>
    constraints.rows
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}${more}`)
  return [...add('p'), ...add('u'), ...indexes.rows.map(({ definition }) => definition), ...add('f', ' not valid')]
}

const insertCounters = `
insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, translation_state, change)
select tenant_id, variation_id, kind, content_type_id, is_deleted, status, translation / 101, count(*) from content_variation
group by 1, 2, 3, 4, 5, 6, 7;
`
