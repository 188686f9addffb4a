import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { arrayLiteral } from './transaction.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const texts = [
  '',
  'plain',
  '"quoted"',
  'back\\slash',
  '\\"',
  '{a,b}',
  'NULL',
  ' ',
  'a\nb\tc\r',
  "it's",
  'Åäö 東京 🎽',
  null,
]

describe('an array in a parameter', () => {
  it('arrives as it was sent, whatever its texts hold', async () => {
    const { tenantId } = await db.createTenant()
    const found = await db.database.inTenantReadOnly(tenantId, async (trx) => {
      const { rows } = await sql<{ texts: unknown; numbers: unknown; flags: unknown; none: unknown }>`
        select ${texts}::text[] as texts, ${[1, -2, 2 ** 40]}::bigint[]::float8[] as numbers,
          ${[true, false]}::boolean[] as flags, ${[]}::text[] as none`.execute(trx)
      return rows[0]
    })
    expect(found).toEqual({ texts, numbers: [1, -2, 2 ** 40], flags: [true, false], none: [] })
  })

  it('is left to the driver where it is none, or not flat', () => {
    const nested = [['a'], ['b']]
    const bytes = [Buffer.from('a')]
    expect([arrayLiteral(nested), arrayLiteral(bytes), arrayLiteral('{a}'), arrayLiteral(null)]).toEqual([
      nested,
      bytes,
      '{a}',
      null,
    ])
  })
})
