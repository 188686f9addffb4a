import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { type KnownUser, upsertProfiles } from './index.ts'

const { getMyProfile, syncMyProfile, getUserProfile } = contract.userProfile

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
  it('is what the token says, also for who belongs to no tenant', async () => {
    expect(await server.ok(getMyProfile, { as: nobody })).toEqual({
      userId: 'nobody',
      firstName: 'nobody',
      lastName: 'Berg',
      email: 'nobody@example.com',
    })
  })

  it('is remembered, changed with the next token, and as good the second time', async () => {
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

  it('is a name without an address, for who shares a tenant', async () => {
    expect(await server.ok(getUserProfile, { as: ada, query: { userId: 'bo' } })).toEqual({
      userId: 'bo',
      firstName: 'bo',
      lastName: 'Berg',
    })
  })

  it('is, for who shares none, the same answer as for nobody at all', async () => {
    const stranger = await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'kim' } })
    const unknown = await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'who' } })
    expect({ ...stranger, traceId: '' }).toEqual({ ...unknown, traceId: '' })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: nobody, query: { userId: 'ada' } })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'nobody' } })
  })

  it('is not one that left the common tenant', async () => {
    await server.ok(syncMyProfile, { as: { ...bo, tenants: ['nordic'] } })
    await server.refused(getUserProfile, 'NOT_FOUND', { as: ada, query: { userId: 'bo' } })
    await server.ok(getUserProfile, { as: kim, query: { userId: 'bo' } })
  })

  it('of oneself is always there, even before it was remembered', async () => {
    const fresh = person('fresh', [])
    expect(await server.ok(getUserProfile, { as: fresh, query: { userId: 'fresh' } })).toEqual({
      userId: 'fresh',
      firstName: 'fresh',
      lastName: 'Berg',
    })
  })
})
