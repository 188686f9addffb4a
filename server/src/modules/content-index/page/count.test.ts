import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { countCandidates } from './count.repository.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
})
afterAll(() => test.close())

describe('the count of candidates', () => {
  const ids = Array.from({ length: 6 }, () => newId())
  const find = (most: number | null) =>
    sql`select id as content_variation_id from unnest(${[...ids, ...ids.slice(0, 2)]}::uuid[]) id limit ${most}`
  const count = (mayRepeat: boolean, most: number | null) =>
    test.database.inTenantReadOnly(tenant.tenantId, (trx) => countCandidates(trx, find, { mayRepeat }, most))

  it.each([
    [false, null, { count: 8, isComplete: true }],
    [false, 9, { count: 8, isComplete: true }],
    [false, 8, { count: 8, isComplete: false }],
    [false, 3, { count: 3, isComplete: false }],
    [true, null, { count: 6, isComplete: true }],
    [true, 9, { count: 6, isComplete: true }],
    [true, 8, { count: 6, isComplete: false }],
  ])('counts each once if some may repeat (%s), and stops at %s', async (mayRepeat, most, expected) => {
    expect(await count(mayRepeat, most)).toEqual(expected)
  })
})
