import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { newId } from './new-id.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

describe('a transaction of a tenant', () => {
  it('reads and writes the rows of its tenant alone', async () => {
    const [one, two] = [await test.createTenant(), await test.createTenant()]
    const seen = await test.database.inTenant(one.tenantId, (trx) => trx.selectFrom('variation').selectAll().execute())
    expect(seen.map((row) => row.variation_id)).toEqual([one.variationId])
    const writing = test.database.inTenant(one.tenantId, (trx) =>
      trx
        .insertInto('audit_entry')
        .values({
          tenant_id: two.tenantId,
          audit_entry_id: newId(),
          user_id: 'u',
          action: 'x',
          entity_kind: 'x',
          entity_id: 'x',
          details: {},
        })
        .execute(),
    )
    await expect(writing).rejects.toThrow(/row-level security/)
  })
})
