import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { inJsonbOrder } from './jsonb-order.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

describe('a value in the order of jsonb', () => {
  it('is to the last sign what the database gives back', async () => {
    const value = {
      type: 'doc',
      content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { target: '_blank', href: '/x' } }] }, null],
      ...{
        bb: 1,
        ab: [true, { b: 1.5, a: -0.25 }],
        B: '',
        ä: 1,
        aa: 2,
        '€': 3,
        zzz: 4,
        aä: 5,
        '\u{10000}': 6,
        '\uFFFDa': 7,
      },
    }
    const { tenantId } = await db.createTenant()
    const stored = await db.database.inTenantReadOnly(tenantId, async (trx) => {
      const { rows } = await sql<{ value: unknown }>`select ${JSON.stringify(value)}::jsonb as value`.execute(trx)
      return rows[0]?.value
    })
    expect(JSON.stringify(inJsonbOrder({ ...value, none: undefined }))).toBe(JSON.stringify(stored))
  })
})
