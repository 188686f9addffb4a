import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { clusterWorkers } from '../../../testing/citus.ts'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer, type TestTenant } from '../../../testing/test-server.ts'
import { migrate } from './migrate.ts'

let server: TestServer
const content = new Map<TestTenant, ContentCalls>()
beforeAll(async () => {
  server = await startTestServer()
  for (const tenant of [server.acme, server.nordic]) {
    const calls = new ContentCalls(server, tenant)
    content.set(tenant, calls)
    await putType(server, tenant, articleType)
    const { en } = await calls.make({ title: 'A lamp', sku: 'L1' })
    await calls.step('publish', en)
  }
})
afterAll(() => server.close())

/** Asks one worker alone, past the coordinator. */
async function onWorker<Row extends pg.QueryResultRow>(
  port: number,
  user: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ ...server.rows.superuser, port, user })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

interface Shard extends pg.QueryResultRow {
  readonly table: string
  readonly shard: string
  readonly port: number
}

/** The part of each distributed table that has the rows of the tenant. */
const shardsOf = ({ tenantId }: TestTenant): Promise<Shard[]> =>
  server.rows.look<Shard>(`
    select t.table_name::text as table, s.shard_name as shard, s.nodeport as port
    from citus_tables t join citus_shards s on s.table_name = t.table_name
      and s.shardid = get_shard_id_for_distribution_column(t.table_name, '${tenantId}'::uuid)
    where t.citus_table_type = 'distributed' order by 1`)

const count = (from: string, { tenantId }: TestTenant) =>
  `select count(*)::integer as count from ${from} where tenant_id = '${tenantId}'`

describe('the tables of a cluster', () => {
  it('are all spread by tenant, but for the tenants themselves and what is read across tenants', async () => {
    const tables = await server.rows.look<{ name: string; type: string | null }>(`
      select c.relname as name, t.citus_table_type as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      left join citus_tables t on t.table_name = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not relation_is_a_known_shard(c.oid)
      order by 1`)
    expect(tables.length).toBeGreaterThan(20)
    const others = tables.filter(({ type }) => type !== 'distributed')
    expect(others).toEqual([
      { name: 'api_key', type: null },
      { name: 'job', type: null },
      { name: 'schedule', type: null },
      { name: 'tenant', type: 'reference' },
    ])
  })

  it('have all rows of a tenant on one worker', async () => {
    expect(clusterWorkers().length).toBe(2)
    for (const tenant of [server.acme, server.nordic]) {
      const shards = await shardsOf(tenant)
      expect(new Set(shards.map(({ port }) => port)).size).toBe(1)
      let found = 0
      for (const { table, shard, port } of shards) {
        const whole = await server.rows.look<{ count: number }>(count(table, tenant))
        expect({ table, rows: await onWorker(port, 'postgres', count(shard, tenant)) }).toEqual({ table, rows: whole })
        if ((whole[0]?.count ?? 0) > 0) found += 1
      }
      expect(found).toBeGreaterThan(12)
    }
  })

  it('are guarded by row-level security on the workers, too', async () => {
    for (const [tenant, other] of [
      [server.acme, server.nordic],
      [server.nordic, server.acme],
    ] as const)
      for (const { shard, port } of await shardsOf(tenant)) {
        const all = await onWorker<{ count: number }>(port, 'postgres', count(shard, tenant))
        const as = (tenantId: string) =>
          onWorker(port, 'pim_app', `set app.tenant_id = '${tenantId}'`, count(shard, tenant)).catch(String)
        const none = [{ count: 0 }]
        expect({ shard, rows: await as('') }).toEqual({ shard, rows: none })
        expect({ shard, rows: await as(other.tenantId) }).toEqual({ shard, rows: none })
        expect({ shard, rows: await as(tenant.tenantId) }).toEqual({ shard, rows: all })
      }
  })

  it('are read and written on one worker by a save, a publish, a list and a search', async () => {
    const calls = content.get(server.acme)
    const { en } = (await calls?.make({ title: 'A chair' })) ?? { en: '' }
    const before = await executions()
    await calls?.update(en, { title: 'A green chair' })
    await calls?.step('publish', en)
    await server.ok(contract.search.searchAll, { body: { filtering: { searchText: 'chair' } } })
    await expect.poll(async () => (await executions()).single - before.single).toBeGreaterThan(10)
    expect((await executions()).multi - before.multi).toBe(0)
  })

  it('are joined by tables of later migrations at the next start', async () => {
    for (const statement of [
      `create table later (tenant_id uuid not null references tenant, later_id uuid not null,
        content_item_id uuid not null, primary key (tenant_id, later_id))`,
      `select place_table('later')`,
      'alter table later add foreign key (tenant_id, content_item_id) references content_item',
      `create table later_free (tenant_id uuid not null references tenant, free_id uuid not null,
        primary key (tenant_id, free_id))`,
      'create table later_queue (tenant_id uuid not null references tenant, run_after integer, primary key (tenant_id))',
      'create index on later_queue (run_after)',
    ])
      await server.rows.look(statement)
    await migrate(server.rows.address)
    expect(
      await server.rows.look(`
      select table_name::text as name, citus_table_type as type,
        (select count(*)::integer from pg_constraint where conrelid = table_name and contype = 'f') as keys
      from citus_tables where table_name::text like 'later%' order by 1`),
    ).toEqual([
      { name: 'later', type: 'distributed', keys: 2 },
      { name: 'later_free', type: 'distributed', keys: 1 },
    ])
  })
})

/** How many statements the coordinator has sent to one worker, and how many to several. */
async function executions(): Promise<{ single: number; multi: number }> {
  const [row] = await server.rows.look<{ single: string; multi: string }>(`
    select query_execution_single_shard as single, query_execution_multi_shard as multi
    from citus_stat_counters where name = current_database()`)
  return { single: Number(row?.single), multi: Number(row?.multi) }
}
