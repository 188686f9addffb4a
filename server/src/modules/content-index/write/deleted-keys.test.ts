import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { addressIn, type TestDatabase, testDatabase } from '../../../../testing/test-database.ts'
import { loadMigrations, migrate } from '../../../platform/database/migrate.ts'
import { newId } from '../../../platform/database/new-id.ts'

const lastWithAllKeys = '0237-lists-from-files'

let test: TestDatabase
let earlier: pg.Client
const name = `pim_keys_${newId().replaceAll('-', '')}`
beforeAll(async () => {
  test = await testDatabase()
  const owner = test.address.owner.user ?? test.superuser.user
  await test.look(`create database ${name} owner ${owner}`)
  earlier = new pg.Client({ ...test.superuser, database: name })
  await earlier.connect()
})
afterAll(async () => {
  await earlier.end()
  await test.look(`drop database ${name} with (force)`)
  await test.close()
})

describe('a database that had the keys of all items', () => {
  it('keeps those of deleted items in fields whose values name one item, of each tenant', async () => {
    const address = addressIn(test.address, name)
    await migrate(
      address,
      (await loadMigrations()).filter((each) => each.name <= lastWithAllKeys),
    )
    const [tenants, type, deleted, other] = [[newId(), newId()], newId(), newId(), newId()]
    const fields = [
      { technicalName: 'sku', type: 'text', unique: 'tenant' },
      { technicalName: 'code', type: 'text', unique: 'variation' },
      { technicalName: 'title', type: 'text' },
    ]
    await earlier.query('set session_replication_role = replica')
    for (const tenantId of tenants) {
      await earlier.query(
        `insert into content_type (tenant_id, content_type_id, technical_name, kind, definition, modified_by)
        values ($1, $2, 'article', 'user', $3, 'test')`,
        [tenantId, type, JSON.stringify({ technicalName: 'article', kind: 'user', fields })],
      )
      await earlier.query(
        `insert into index_space (tenant_id, space, content_type_id, technical_field_name, qualifier, reach, variation_count)
        values ($1, 1, $2, 'sku', '', 1, 1), ($1, 2, $2, 'sku', '', 2, 2), ($1, 3, $2, 'code', '', 1, 1),
          ($1, 4, $2, 'title', '', 1, 1), ($1, 5, $2, 'sku', 'EUR', 1, 1)`,
        [tenantId, type],
      )
      // One key in two sets of variations is one.
      await earlier.query(
        `insert into index_key (tenant_id, space, scope, key, content_item_id, use)
        values ($1, 1, 'd', 'ta-1', $2, 1), ($1, 2, 'd', 'ta-1', $2, 1), ($1, 1, 'd', 'ta-2', $2, 1), ($1, 3, 'd', 'ta-3', $2, 1),
          ($1, 4, 'd', 'ta-4', $2, 1), ($1, 5, 'd', 'n1', $2, 0), ($1, 1, 'b', 'ta-5', $3, 1), ($1, 1, 'w', 'ta-6', $3, 1)`,
        [tenantId, deleted, other],
      )
    }
    await earlier.query('reset session_replication_role')
    await migrate(address)
    const { rows } = await earlier.query(
      `select tenant_id, content_type_id, technical_field_name, key, content_item_id from deleted_key order by tenant_id, key`,
    )
    const row = { content_type_id: type, technical_field_name: 'sku', content_item_id: deleted }
    expect(rows).toEqual(
      tenants.toSorted().flatMap((tenant_id) => ['ta-1', 'ta-2'].map((key) => ({ tenant_id, ...row, key }))),
    )
  })
})
