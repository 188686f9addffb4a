import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { appendCounts, type CountedAs } from './content-count.repository.ts'
import { findKeptCounts } from './entry-check.repository.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
})
afterAll(() => test.close())

describe('the counts that are kept', () => {
  it('are right after any changes at once, folded or not', async () => {
    const { tenantId, variationId } = tenant
    const contentTypeId = newId()
    const counted = (at: number): CountedAs => ({
      variationId,
      kind: 'user',
      contentTypeId,
      isDeleted: at % 3 === 0,
      status: at % 2 === 0 ? 'archived' : 'unpublished',
      translationState: at % 4,
    })
    const change = (at: number) =>
      test.database.inTenant(tenantId, (trx) =>
        appendCounts(
          trx,
          tenantId,
          Array.from({ length: 40 }, () => ({ before: at < 200 ? undefined : counted(at - 200), after: counted(at) })),
        ),
      )
    await Promise.all(Array.from({ length: 200 }, (_, at) => change(at)))
    await Promise.all(Array.from({ length: 200 }, (_, at) => change(200 + at)))
    const real = new Map<string, number>()
    for (let at = 200; at < 400; at++) {
      const { isDeleted, status, translationState } = counted(at)
      const name = `${variationId} user ${contentTypeId} ${isDeleted ? 't' : 'f'} ${status} ${translationState}`
      real.set(name, (real.get(name) ?? 0) + 40)
    }
    expect(await test.database.inTenantReadOnly(tenantId, (trx) => findKeptCounts(trx, tenantId))).toEqual(real)
    // Each change appends rows instead of waiting for another; now and then one of them folds them all into a few.
    const [found] = await test.look<{ rows: string }>('select count(*) as rows from content_count')
    expect(Number(found?.rows)).toBeLessThan(500)
  })
})
