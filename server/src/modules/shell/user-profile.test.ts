import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { tracesOf } from '../../../testing/traces.ts'
import { type KnownUser, upsertProfiles } from './index.ts'

const { getMyProfile, syncMyProfile, getUserProfile, erasePerson } = contract.userProfile

const person = (userId: string, tenants: string[]): TestPerson & KnownUser => ({
  userId,
  firstName: userId,
  lastName: 'Berg',
  email: `${userId}@example.com`,
  tenants,
  roles: ['viewer'],
})
const ada = person('ada', ['acme'])
const bo = person('bo', ['nordic', 'acme'])
const kim = person('kim', ['nordic'])
const nobody = person('nobody', [])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the profile of the current user', () => {
  it('is taken from the token, also for a person without a tenant', async () => {
    expect(await server.ok(getMyProfile, { as: nobody })).toEqual({
      userId: 'nobody',
      firstName: 'nobody',
      lastName: 'Berg',
      email: 'nobody@example.com',
      mayOpenTenants: false,
    })
  })

  it('says whether one is an administrator of the installation, and not only of a tenant', async () => {
    const may = async (roles: string[]) => (await server.ok(getMyProfile, { as: { ...nobody, roles } })).mayOpenTenants
    expect([await may(['admin']), await may(['acme:admin']), await may(['publisher'])]).toEqual([true, false, false])
  })

  it('is stored, and updated by the next token', async () => {
    await server.ok(syncMyProfile, { as: bo })
    await server.ok(syncMyProfile, { as: bo })
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'bo' } })).toMatchObject({ firstName: 'bo' })
    await server.ok(syncMyProfile, { as: { ...bo, firstName: 'Bosse' } })
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'bo' } })).toMatchObject({ firstName: 'Bosse' })
  })

  it('needs a token', async () => {
    await server.refused(getMyProfile, 'UNAUTHENTICATED', { as: 'nobody' })
    await server.refused(syncMyProfile, 'UNAUTHENTICATED', { as: 'nobody' })
    await server.refused(getUserProfile, 'UNAUTHENTICATED', { as: 'nobody', query: { userId: 'bo' } })
  })
})

describe('the profile of somebody else', () => {
  beforeAll(async () => {
    await server.database.asSystem((system) => upsertProfiles(system, [ada, bo, kim, nobody]))
  })

  it('is a name without an e-mail address, for members of a common tenant', async () => {
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'bo' } })).toEqual({
      userId: 'bo',
      firstName: 'bo',
      lastName: 'Berg',
    })
  })

  it('is the same 404 as for an unknown person where there is no common tenant', async () => {
    const stranger = await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'kim' } })
    const unknown = await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'who' } })
    expect({ ...stranger, traceId: '' }).toEqual({ ...unknown, traceId: '' })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: nobody, query: { userId: 'ada' } })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'nobody' } })
  })

  it('is not found once the person has left the common tenant', async () => {
    await server.ok(syncMyProfile, { as: { ...bo, tenants: ['nordic'] } })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'bo' } })
    await server.ok(getUserProfile, { as: kim, query: { userId: 'bo' } })
  })

  it('is always found for oneself, even before it is stored', async () => {
    const fresh = person('fresh', [])
    expect(await server.ok(getUserProfile, { as: fresh, query: { userId: 'fresh' } })).toEqual({
      userId: 'fresh',
      firstName: 'fresh',
      lastName: 'Berg',
    })
  })
})

describe('the name of a person', () => {
  const admin = { ...person('operator', ['acme']), roles: ['admin'] }
  const marker = 'mkaf31e7name'
  const eve = {
    ...person('eve-id', ['acme', 'nordic']),
    firstName: marker,
    lastName: 'x',
    email: `${marker}@mail.test`,
  }

  it('is erased for everybody, leaves no trace in any table, and is not brought back by a sign-in', async () => {
    await server.ok(syncMyProfile, { as: eve })
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'eve-id' } })).toMatchObject({
      firstName: marker,
    })
    expect(await tracesOf(server.rows, marker)).toEqual(['user_profile.email', 'user_profile.first_name'])
    await server.refused(erasePerson, 'FORBIDDEN', {
      as: { ...ada, roles: ['acme:admin'] },
      query: { userId: 'eve-id' },
    })
    await server.refused(erasePerson, 'FORBIDDEN', { as: admin, query: { userId: admin.userId } })
    await server.refused(erasePerson, 'NOT_FOUND', { as: admin, query: { userId: 'who' } })
    const report = await server.ok(erasePerson, { as: admin, query: { userId: 'eve-id' } })
    expect(report).toEqual({ removed: { profiles: 1 } })
    await server.ok(syncMyProfile, { as: eve })
    expect(await tracesOf(server.rows, marker)).toEqual([])
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'eve-id' } })).toEqual({
      userId: 'eve-id',
      firstName: '',
      lastName: '',
      isErased: true,
    })
    for (const tenant of ['acme', 'nordic']) {
      const query = { entityKind: 'person' }
      const { items } = await server.ok(contract.audit.getAuditEntries, { tenant, query })
      expect(items).toMatchObject([
        { action: 'person.erase', entityId: 'eve-id', userId: 'operator', details: { erased: report.removed } },
      ])
    }
  })
})
