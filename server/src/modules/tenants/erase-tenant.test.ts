import { Readable } from 'node:stream'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import pg from 'pg'
import { isWholeRun } from '../../../testing/budget.ts'
import { clusterWorkers } from '../../../testing/citus.ts'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { makeThings } from '../../../testing/every-call.ts'
import { startOwnServer, type TestNode, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { tracesOf } from '../../../testing/traces.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { findTenantTables } from '../../platform/database/tenant-rows.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { exchangeFolder } from '../../platform/object-storage/index.ts'
import { eraseTenantOf } from '../../upkeep/erase.ts'
import { createTenantErasure } from './index.ts'

const { eraseTenant, getVariations } = contract.tenants
const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }

let server: TestServer
let other: TestNode
beforeAll(async () => {
  // A server of its own: it counts the rows of all tenants.
  server = await startOwnServer()
  other = await server.anotherNode({ objects: `${server.dependencies.temporaryFolder}/objects` })
})
afterAll(() => server.close())

/** How many rows each table has of a tenant. Tables come from the catalogue. */
async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const tables = await server.rows.look<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await server.rows.look<{ count: number }>(
      `select count(*) as count from ${name} where tenant_id = '${tenantId}'`,
    )
    if (row && row.count > 0) counts[name] = row.count
  }
  return counts
}

async function keysOf(tenantId: string): Promise<string[]> {
  const keys: string[] = []
  for (const prefix of [`${tenantId}/`, exchangeFolder(tenantId)])
    for await (const { key } of server.dependencies.objects.list(prefix)) keys.push(key)
  return keys
}

async function fill(tenant: 'acme' | 'nordic', marker: string): Promise<string> {
  await makeThings(server, tenant, marker)
  await server.dependencies.objects.put(
    `${exchangeFolder(server[tenant].tenantId)}incoming/goods/${marker}.csv`,
    Readable.from([marker]),
    {
      contentType: 'text/csv',
    },
  )
  await putType(server, server[tenant], { ...articleType, technicalName: 'story' })
  const content = new ContentCalls(server, server[tenant])
  const { contentItemId } = await content.create(marker, 'story')
  const variations = await content.variations(contentItemId)
  const id = variations['en-US']?.contentVariationId ?? ''
  await content.update(id, { title: marker, sku: marker })
  await content.step('publish', id)
  const key = await server.ok(contract.apiKeys.createApiKey, { tenant, body: { name: marker } })
  await server.ok(contract.delivery.getTenantVariations, { apiKey: key.key })
  await other.ok(contract.delivery.getTenantVariations, { apiKey: key.key })
  await other.ok(getVariations, { tenant })
  await server.ok(contract.userProfile.syncMyProfile, {
    as: { userId: `member-${tenant}`, tenants: [tenant], roles: [] },
  })
  return key.key
}

const itOnOneServer = clusterWorkers().length > 0 ? it.skip : it

describe('a tenant that is erased', () => {
  it('is in no table and has no file, also not in a table of a later version; others keep all they have', async () => {
    const marker = 'mk51acme'
    const { tenantId } = server.acme
    const [owner] = await server.rows.look<{ name: string }>(
      `select relowner::regrole::text as name from pg_class where relname = 'content_item'`,
    )
    for (const statement of [
      'create table later_thing (tenant_id uuid not null references tenant, what text)',
      'alter table later_thing enable row level security',
      'alter table later_thing force row level security',
      `insert into later_thing values ('${tenantId}', '${marker}')`,
      `alter table later_thing owner to ${owner?.name}`,
    ])
      await server.rows.look(statement)
    await migrate(server.rows.address)
    const key = await fill('acme', marker)
    await fill('nordic', 'mk52nordic')
    const before = { acme: await rowsOf(tenantId), nordic: await rowsOf(server.nordic.tenantId) }
    const files = { acme: await keysOf(tenantId), nordic: await keysOf(server.nordic.tenantId) }
    expect(before.acme).toMatchObject({ later_thing: 1, content_item: 2, tenant: 1 })
    expect(files.acme.length).toBeGreaterThan(0)

    const ask = { params: { externalId: 'acme' }, query: { confirm: 'acme' } }
    await server.refused(eraseTenant, 'FORBIDDEN', { ...ask, as: { ...operator, roles: ['acme:admin'] } })
    const wrong = { ...ask, query: { confirm: 'nordic' }, as: operator }
    expect((await server.refused(eraseTenant, 'INVALID_REQUEST', wrong)).fieldErrors).toMatchObject([
      { technicalFieldName: 'query.confirm' },
    ])
    const report = await server.ok(eraseTenant, { ...ask, as: operator })
    expect(report).toMatchObject({ status: 'done', removed: { profiles: 1, storedFiles: files.acme.length } })
    const { profiles: _profiles, storedFiles: _files, ...rows } = report.removed
    // Counts of content are folded now and then, and uses of keys noted.
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(Object.keys(before.acme)))
    expect(await rowsOf(tenantId)).toEqual({})
    expect(await keysOf(tenantId)).toEqual([])
    expect(await tracesOf(server.rows, marker)).toEqual([])
    expect(await tracesOf(server.rows, tenantId)).toEqual(['tenant_erasure.erased_tenant_id'])
    // Calls are counted meanwhile.
    const { call_count: _calls, ...nordicRows } = before.nordic
    expect(await rowsOf(server.nordic.tenantId)).toMatchObject(nordicRows)
    expect(await keysOf(server.nordic.tenantId)).toEqual(files.nordic)

    // Calls of the erased tenant that were counted in memory do not hold up the counts of others.
    const counted = async () => {
      const [row] = await server.rows.look<{ calls: number }>(
        `select coalesce(sum(management), 0)::integer as calls from call_count where tenant_id = '${server.nordic.tenantId}'`,
      )
      return row?.calls ?? 0
    }
    const callsBefore = await counted()
    for (let calls = 0; calls < 200; calls++) await server.ok(getVariations, { tenant: 'nordic' })
    await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThan(callsBefore + 150)

    for (const node of [server, other]) {
      await expect
        .poll(async () => (await node.call(contract.delivery.getTenantVariations, { apiKey: key })).status)
        .toBe(401)
      await expect.poll(async () => (await node.call(getVariations, { tenant: 'acme' })).status).toBe(403)
      await node.ok(getVariations, { tenant: 'nordic' })
    }
    expect(await server.ok(eraseTenant, { ...ask, as: operator })).toEqual(report)
    const unknown = { params: { externalId: 'nobody' }, query: { confirm: 'nobody' }, as: operator }
    await server.refused(eraseTenant, 'NOT_FOUND', unknown)
  })

  it('is one whose erasure has begun, and is erased by the platform alone', async () => {
    const { tenantId } = server.nordic
    const before = await rowsOf(tenantId)
    const { database } = server
    const named = (trx: Transaction) => sql`set local app.erased_tenant_id = ${sql.lit(tenantId)}`.execute(trx)
    const remove = async (trx: Transaction, table: string) => {
      const { numAffectedRows } = await sql`delete from ${sql.raw(table)} where tenant_id = ${tenantId}`.execute(trx)
      return numAffectedRows
    }
    const tables = await database.asSystem(findTenantTables)
    expect(tables.length).toBeGreaterThan(20)
    const own = await server.rows.createTenant('asking')
    for (const table of tables) {
      const asRequest = await database
        .inTenant(own.tenantId, (trx) => named(trx).then(() => remove(trx, table)))
        .catch((error: Error) => error.message)
      expect([0n, `permission denied for table ${table}`], table).toContain(asRequest)
      // The two tables that the platform works with across tenants.
      if (table === 'job' || table === 'api_key') continue
      expect(await database.asSystem((trx) => remove(trx, table)).catch(String), table).toBe(0n)
    }
    const erasing = createTenantErasure({
      ...server.dependencies,
      forgetMembers: async () => ({}),
      rowsGone: async () => {},
      keysGone: async () => {},
      onFault: () => {},
    })
    await expect(erasing.run(tenantId)).rejects.toThrow('no erasure of the tenant')
    expect(await rowsOf(tenantId)).toMatchObject(before)
  })

  it.runIf(isWholeRun)('whose server was killed at any step is taken up by another one', async () => {
    const { tenantId } = server.nordic
    const files = await keysOf(tenantId)
    let steps = 0
    let stepsLeft = 1
    const parts = {
      notifications: server.dependencies.notifications,
      objects: server.dependencies.objects,
      forgetMembers: async () => ({}),
      rowsGone: async () => {},
      keysGone: async () => {},
      onFault: () => {},
    }
    /** Its process ends with its transaction open. */
    const killed = createTenantErasure({
      ...parts,
      database: {
        ...server.database,
        asSystem: (work, options) =>
          server.database.asSystem(async (system) => {
            const result = await work(system)
            steps++
            if (stepsLeft-- <= 0) throw new Error('killed')
            return result
          }, options),
      },
    })
    await killed.begin('nordic', 'operator')
    await expect.poll(async () => (await server.call(getVariations, { tenant: 'nordic' })).status).toBe(403)
    for (let allowed = 1; ; allowed++) {
      stepsLeft = allowed
      const isKilled = await killed.run(tenantId).then(
        () => false,
        (error: Error) => {
          if (error.message !== 'killed') throw error
          return true
        },
      )
      if (!isKilled) break
    }
    stepsLeft = 10
    expect(steps).toBeGreaterThan(100)
    expect(await rowsOf(tenantId)).toEqual({})
    expect(await keysOf(tenantId)).toEqual([])
    expect(await killed.report('nordic')).toMatchObject({ status: 'done', removed: { storedFiles: files.length } })
  })

  // The trigger stands for what was seen on a distributed database, whose workers a trigger of this server does not reach.
  itOnOneServer('deletes in another turn what comes before its last statement', async () => {
    const { tenantId } = await server.rows.createTenant('late')
    const rival = new pg.Client(server.rows.superuser)
    await rival.connect()
    try {
      await rival.query(`
        create sequence late_calls;
        create function late_call() returns trigger language plpgsql security definer as $$
        begin
          if nextval('late_calls') = 1 then
            insert into call_count (tenant_id, day, delivery, management) values (old.tenant_id, current_date, 1, 0);
          end if;
          return old;
        end $$;
        create trigger late_call before delete on tenant for each row execute function late_call()`)
      const erasing = createTenantErasure({
        ...server.dependencies,
        forgetMembers: async () => ({}),
        rowsGone: async () => {},
        keysGone: async () => {},
        onFault: () => {},
      })
      await erasing.begin('late', 'operator')
      await erasing.run(tenantId)
      expect(await rowsOf(tenantId)).toEqual({})
      const { rows } = await rival.query('select last_value from late_calls')
      expect(Number(rows[0].last_value)).toBe(2)
    } finally {
      await rival.query('drop trigger late_call on tenant; drop function late_call; drop sequence late_calls')
      await rival.end()
    }
  })

  it('refuses the change that was under way as it refuses the next one', async () => {
    const tenant = await server.rows.createTenant('last')
    const query = { name: 'The last one', technicalContentTypeName: 'article' }
    const ask = { query, tenant: 'last' }
    const body = { contentTypes: [articleType] }
    await server.ok(contract.contentModel.seedContentTypes, { tenant: 'last', body })
    await server.ok(contract.contentItem.createItem, ask)
    const erasing = createTenantErasure({
      ...server.dependencies,
      forgetMembers: async () => ({}),
      rowsGone: async () => {},
      keysGone: async () => {},
      onFault: () => {},
    })
    const rival = new pg.Client(server.rows.superuser)
    await rival.connect()
    try {
      await rival.query('begin; lock table content_item in share row exclusive mode')
      const creating = server.call(contract.contentItem.createItem, ask)
      const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
      await expect.poll(async () => (await rival.query(waiting, ['content_item'])).rowCount).toBe(1)
      await erasing.begin('last', 'operator')
      // As the last step does, which would wait behind that lock, too.
      await rival.query(`set local session_replication_role = replica`)
      await rival.query('delete from tenant where tenant_id = $1', [tenant.tenantId])
      await rival.query('commit')
      const { status, problem } = await creating
      expect([status, problem?.code]).toEqual([403, 'FORBIDDEN'])
      expect(await rowsOf(tenant.tenantId)).not.toHaveProperty('tenant')
    } finally {
      await rival.end()
    }
    await erasing.run(tenant.tenantId)
    expect(await rowsOf(tenant.tenantId)).toEqual({})
  })

  it('may be one that is paused', async () => {
    const { tenantId } = await server.rows.createTenant('paused')
    const ask = { params: { externalId: 'paused' }, as: operator }
    await server.ok(contract.installation.pauseTenant, { ...ask, body: { reason: 'They leave' } })
    const { status, removed } = await server.ok(eraseTenant, { ...ask, query: { confirm: 'paused' } })
    expect([status, removed.tenant]).toEqual(['done', 1])
    expect(await rowsOf(tenantId)).toEqual({})
  })

  it('by the task, while servers run', async () => {
    const { tenantId } = await server.rows.createTenant('by-task')
    const data = { address: server.rows.address, files: server.dependencies.objects }
    const report = await eraseTenantOf(data, 'by-task')
    expect(report).toMatchObject({ status: 'done', removed: { tenant: 1, variation: 1 } })
    expect(await rowsOf(tenantId)).toEqual({})
    await expect(eraseTenantOf(data, 'never-was')).rejects.toThrow()
  })
})
