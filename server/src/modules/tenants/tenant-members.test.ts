import type { Role } from '@pim/contract'
import { beforeAll, describe, expect, it, rs } from '@rstest/core'
import pg from 'pg'
import { browserAt, providerForTests, type Tokens } from '../../../testing/embedded-sign-in.ts'
import { roleFor } from '../../core/caller.ts'
import { type Identity, keycloakIdentity, type People } from '../../platform/identity/index.ts'
import { findSeenIn, upsertProfiles } from '../shell/index.ts'
import { createNoteEntry } from './note-entries.ts'
import { createTenantMembers, type TenantMembersService } from './tenant-members.ts'

const test = providerForTests()
const by = { userId: 'the-administrator' }
let people: People
let members: TenantMembersService
let count = 0

beforeAll(() => {
  const { identity } = test.provider
  if (identity.people === undefined) throw new Error('The embedded provider keeps people')
  people = identity.people
  members = createTenantMembers({ database: test.rows.database, identity, defaultRole: 'viewer', findSeenIn })
})

async function tenantOf(admins: readonly string[] = []) {
  const externalId = `shop-${++count}`
  const { tenantId } = await test.rows.createTenant(externalId)
  const ids = []
  for (const username of admins) ids.push(await personWith(username, externalId, 'admin'))
  return { tenant: { tenantId, externalId, role: 'admin' as const }, ids }
}

async function personWith(name: string, externalId?: string, role: Role = 'editor'): Promise<string> {
  const username = `${name}-${++count}`
  const made = await people.create({ username, firstName: name, lastName: 'Berg', email: `${username}@Example.com` })
  if (made === undefined) throw new Error('made already')
  if (externalId !== undefined) await people.setRole(made.person.userId, externalId, role)
  return made.person.userId
}

const emailOf = async (userId: string) => (await people.find(userId))?.email ?? ''
const textOf = (query: unknown) => (typeof query === 'object' && query !== null && 'text' in query ? query.text : query)
const code = (expected: string) => expect.objectContaining({ code: expected })
const roleIn = async (userId: string, { externalId }: { externalId: string }) => {
  const person = await people.find(userId)
  return person && roleFor(person, externalId, 'viewer')
}
const auditOf = async ({ tenantId }: { tenantId: string }) =>
  (
    await test.rows.look<{ action: string; details: object; user_id: string }>(
      `select action, details, user_id from audit_entry where tenant_id = '${tenantId}' order by audit_entry_id`,
    )
  ).map(({ action, details, user_id }) => [action, user_id, details])

describe('who is added by e-mail', () => {
  it('is a member with the next call of the session that they have, and stands with a name once they open the tenant', async () => {
    const { tenant } = await tenantOf()
    const browser = browserAt(test.provider)
    const tokens = (await (await browser.exchange(await browser.signIn('outsider'))).json()) as Tokens
    const verify = () => test.provider.identity.verifier.verify(tokens.access_token)
    expect((await verify()).tenants).toEqual([])

    const added = await members.add(tenant, { email: 'Outsider@example.com', role: 'publisher' }, by)
    const identity = await verify()
    expect([identity.tenants, roleFor(identity, tenant.externalId, 'viewer')]).toEqual([
      [tenant.externalId],
      'publisher',
    ])
    expect((await members.list(tenant)).members).toEqual([added])

    const noteEntry = createNoteEntry({
      database: test.rows.database,
      people,
      onError: (error) => Promise.reject(error),
    })
    await noteEntry(identity, tenant)
    await noteEntry(await verify(), tenant)
    const [member] = (await members.list(tenant)).members
    expect(member).toMatchObject({ firstName: 'Olivia', role: 'publisher', isAwaited: false })
    await expect(members.add(tenant, { email: 'OUTSIDER@example.com', role: 'viewer' }, by)).rejects.toEqual(
      code('NAME_CONFLICT'),
    )

    await members.remove(tenant, member?.memberId ?? '', by)
    expect((await verify()).tenants).toEqual([])
    expect(await auditOf(tenant)).toEqual([
      ['person.invite', by.userId, { role: 'publisher' }],
      ['person.join', identity.userId, { role: 'publisher', invitationId: added.memberId }],
      ['person.leave', by.userId, {}],
    ])
  })

  it('is answered, listed, changed and taken back alike whether there is an account or not, by the same statements', async () => {
    const { tenant } = await tenantOf()
    const { externalId: elsewhere } = (await tenantOf()).tenant
    const known = await emailOf(await personWith('ada', elsewhere))
    const trails: unknown[] = []
    for (const email of [known, known.replace('ada', 'eve')]) {
      const sent = rs.spyOn(pg.Client.prototype, 'query')
      const told: unknown[] = []
      const added = await members.add(tenant, { email, role: 'editor' }, by)
      const { members: list } = await members.list(tenant)
      told.push(added, list, await members.setRole(tenant, added.memberId, 'viewer', by))
      told.push(await members.add(tenant, { email, role: 'editor' }, by).catch(({ code }) => code))
      await members.remove(tenant, added.memberId, by)
      // Other parts of this process have statements of their own.
      const statements = sent.mock.calls
        .map(([query]) => `${textOf(query)}`)
        .filter((text) => text.includes('identity'))
      sent.mockRestore()
      trails.push(
        JSON.stringify([told, statements.sort()])
          .replaceAll(added.memberId, 'the id')
          .replaceAll(email.toLowerCase(), 'the e-mail'),
      )
    }
    expect(trails[0]).toBe(trails[1])
  })

  it('is nobody where several accounts have the e-mail, and has nothing of a role that they had before', async () => {
    const { tenant } = await tenantOf()
    const userId = await personWith('ada', tenant.externalId, 'admin')
    const email = await emailOf(userId)
    await test.provider.identity.revokeTenant(userId, tenant.externalId)
    await members.add(tenant, { email, role: 'viewer' }, by)
    expect(await roleIn(userId, tenant)).toBe('viewer')
    await people.create({ username: `twin-${count}`, firstName: 'Twin', lastName: 'Berg', email })
    expect([await roleIn(userId, tenant), await people.enter(userId, tenant.externalId)]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is forgotten with the tenant and with the person', async () => {
    const { tenant } = await tenantOf()
    const userId = await personWith('ada')
    await members.add(tenant, { email: await emailOf(userId), role: 'viewer' }, by)
    await members.add(tenant, { email: 'nobody@example.com', role: 'viewer' }, by)
    await test.provider.identity.erasePerson(userId)
    expect((await members.list(tenant)).members.map(({ email }) => email)).toEqual(['nobody@example.com'])
    expect(await test.provider.identity.eraseTenant(tenant.externalId)).toBe(1)
  })
})

describe('an administrator of a tenant', () => {
  it('changes nobody of another tenant, and no role that holds everywhere', async () => {
    const { tenant } = await tenantOf(['ada'])
    const { tenant: other, ids } = await tenantOf(['eve', 'uma'])
    const [foreign = ''] = ids
    const invited = await members.add(other, { email: 'x@example.com', role: 'viewer' }, by)
    for (const memberId of [foreign, invited.memberId]) {
      await expect(members.setRole(tenant, memberId, 'viewer', by)).rejects.toEqual(code('NOT_FOUND'))
      await expect(members.remove(tenant, memberId, by)).rejects.toEqual(code('NOT_FOUND'))
    }
    expect(await roleIn(foreign, other)).toBe('admin')
    expect((await members.list(other)).members).toContainEqual(invited)

    const operator = await people.findByUsername('admin')
    await people.setRole(operator?.userId ?? '', tenant.externalId, 'viewer')
    await expect(members.setRole(tenant, operator?.userId ?? '', 'viewer', by)).rejects.toEqual(code('INVALID_REQUEST'))
  })

  it('stays where they are the last one, also where two take each other out at once', async () => {
    const { tenant, ids } = await tenantOf(['ada', 'eve'])
    const [ada = '', eve = ''] = ids
    await personWith('ed', tenant.externalId)
    await members.add(tenant, { email: 'new@example.com', role: 'admin' }, by)
    const outcomes = await Promise.allSettled([
      members.remove(tenant, ada, by),
      members.setRole(tenant, eve, 'viewer', by),
    ])
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals).toEqual([code('LAST_OF_ITS_KIND')])
    const admins = (await members.list(tenant)).members.filter(({ role, isAwaited }) => role === 'admin' && !isAwaited)
    expect(admins).toHaveLength(1)
  })

  it('sees beside an external provider who was seen in the tenant, and changes nobody', async () => {
    const { tenant } = await tenantOf()
    const person = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' }
    const seen = (userId: string, tenants: string[]): Identity => ({ ...person, userId, tenants, roles: ['editor'] })
    await test.rows.database.asSystem((system) =>
      upsertProfiles(system, [seen('kc-1', [tenant.externalId]), seen('kc-2', ['elsewhere'])]),
    )
    const identity = keycloakIdentity({ url: 'https://id.example.com/', realm: 'pim', clientId: 'pim' })
    const elsewhere = createTenantMembers({
      database: test.rows.database,
      identity,
      defaultRole: 'viewer',
      findSeenIn,
    })
    expect(await elsewhere.list(tenant)).toMatchObject({
      provider: 'external',
      members: [{ ...person, memberId: 'kc-1', role: 'editor', seenAt: expect.any(String) }],
    })
    for (const refused of [
      elsewhere.add(tenant, { email: 'x@example.com', role: 'viewer' }, by),
      elsewhere.setRole(tenant, 'kc-1', 'viewer', by),
      elsewhere.remove(tenant, 'kc-1', by),
    ])
      await expect(refused).rejects.toEqual(code('PEOPLE_ELSEWHERE'))
  })
})
