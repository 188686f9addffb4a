import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { isValidImportKey } from '../api-keys/index.ts'
import { findLastSeen, upsertProfiles } from '../shell/index.ts'
import { findExternalId } from '../tenants/index.ts'
import { createFindStanding } from './standing.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant('acme')
})
afterAll(() => test.close())

const signIn = (userId: string, tenants: string[], roles: string[]) =>
  test.database.asSystem((system) =>
    upsertProfiles(system, [{ userId, firstName: 'Ada', lastName: 'Berg', tenants, roles }]),
  )
const find = (userId: string) =>
  createFindStanding({
    database: test.database,
    identity: {},
    defaultRole: 'viewer',
    findLastSeen,
    findExternalId,
    isValidKey: isValidImportKey,
  })(tenant.tenantId, userId)

describe('what somebody may do, where another provider keeps the people', () => {
  it('is what their last token said of the tenant', async () => {
    await signIn('ada', ['acme', 'nordic'], ['acme:publisher', 'nordic:admin'])
    expect(await find('ada')).toEqual({ role: 'publisher' })
    await signIn('ada', ['nordic'], ['nordic:admin'])
    expect(await find('ada')).toEqual({ stop: 'OWNER_GONE' })
    expect(await find('nobody-knows')).toEqual({ stop: 'OWNER_GONE' })
  })

  it('is not known any more once they have not signed in for thirty days', async () => {
    await signIn('bo', ['acme'], ['editor'])
    await test.look(`update user_profile set synced_at = now() - interval '29 days' where user_id = 'bo'`)
    expect(await find('bo')).toEqual({ role: 'editor' })
    await test.look(`update user_profile set synced_at = now() - interval '31 days' where user_id = 'bo'`)
    expect(await find('bo')).toEqual({ stop: 'OWNER_UNSEEN' })
  })

  it('is nothing where their name was erased', async () => {
    await signIn('eve', ['acme'], ['admin'])
    await test.look(`update user_profile set erased_at = now() where user_id = 'eve'`)
    expect(await find('eve')).toEqual({ stop: 'OWNER_GONE' })
  })
})
