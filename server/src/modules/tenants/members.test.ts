import type { AddMember } from '@pim/contract'
import { beforeAll, describe, expect, it } from '@rstest/core'
import { browserAt, providerForTests, type Tokens } from '../../../testing/embedded-sign-in.ts'
import { roleFor } from '../../core/caller.ts'
import type { Identity } from '../../http/context.ts'
import { keycloakIdentity } from '../../platform/identity/index.ts'
import { TokenRefused } from '../../platform/identity/verify.ts'
import { createMembersService, type MembersService } from './members-service.ts'

const test = providerForTests()
const by: Identity = { userId: 'operator', firstName: '', lastName: '', tenants: [], roles: ['admin'] }
const ada: AddMember = {
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Berg',
  email: 'ada@example.com',
  role: 'editor',
}
let members: MembersService
let tenantId: string

beforeAll(async () => {
  tenantId = (await test.rows.createTenant('shop')).tenantId
  await test.rows.createTenant('other')
  members = createMembersService({
    database: test.rows.database,
    identity: test.provider.identity,
    defaultRole: 'viewer',
  })
})

async function signIn(username: string, password: string): Promise<Tokens> {
  const browser = browserAt(test.provider)
  const response = await browser.exchange(await browser.signIn(username, password))
  return (await response.json()) as Tokens
}
const verify = (tokens: Tokens) => test.provider.identity.verifier.verify(tokens.access_token)
const roleIn = (tenant: string, identity: Identity) => roleFor(identity, tenant, 'viewer')
const code = (expected: string) => expect.objectContaining({ code: expected })

describe('a member', () => {
  let tokens: Tokens
  let userId: string

  it('is a new person with a random password, who signs in with it and has the role in this tenant alone', async () => {
    const added = await members.add('shop', ada, by)
    userId = added.userId
    expect(added).toMatchObject({ username: 'ada', role: 'editor', isEverywhere: false })
    expect(added.password).toMatch(/^[\w-]{24}$/)
    tokens = await signIn('ada', added.password ?? '')
    const identity = await verify(tokens)
    expect(identity).toMatchObject({ firstName: 'Ada', tenants: ['shop'] })
    expect([roleIn('shop', identity), roleIn('other', identity)]).toEqual(['editor', undefined])
    await expect(members.add('shop', ada, by)).rejects.toEqual(code('NAME_CONFLICT'))
    const again = await members.add('other', { ...ada, role: 'viewer' }, by)
    expect([again.userId, again.password]).toEqual([userId, undefined])
    expect((await members.list('shop')).members.map(({ username }) => username)).toEqual(['ada'])
  })

  it('has another role with the next call, and none of the tenant when taken out, with the same token', async () => {
    expect(await members.setRole('shop', userId, 'publisher', by)).toMatchObject({ role: 'publisher' })
    expect(roleIn('shop', await verify(tokens))).toBe('publisher')
    expect(await members.setRole('shop', userId, 'viewer', by)).toMatchObject({ role: 'viewer' })
    expect(roleIn('shop', await verify(tokens))).toBe('viewer')
    await members.remove('shop', userId, by)
    const identity = await verify(tokens)
    expect([roleIn('shop', identity), roleIn('other', identity)]).toEqual([undefined, 'viewer'])
    await expect(members.remove('shop', userId, by)).rejects.toEqual(code('NOT_FOUND'))
    await expect(members.setRole('shop', userId, 'admin', by)).rejects.toEqual(code('NOT_FOUND'))
    await expect(members.list('nobody')).rejects.toEqual(code('NOT_FOUND'))
  })

  it('gets a new password, which ends the old one and every session', async () => {
    const before = await members.add('shop', ada, by)
    expect(before.password).toBeUndefined()
    const { password } = await members.resetPassword('shop', userId, by)
    await expect(verify(tokens)).rejects.toThrow(TokenRefused)
    expect((await browserAt(test.provider).refresh(tokens.refresh_token)).status).toBe(400)
    expect(await verify(await signIn('ada', password))).toMatchObject({ userId })
  })

  it('with a role that holds in every tenant does not seem to have less in one', async () => {
    const admin = await members.add('shop', { ...ada, username: 'admin', role: 'viewer' }, by)
    expect(admin).toMatchObject({ firstName: 'Astrid', role: 'admin', isEverywhere: true })
    await expect(members.setRole('shop', admin.userId, 'viewer', by)).rejects.toEqual(code('INVALID_REQUEST'))
    await members.remove('shop', admin.userId, by)
    expect((await members.list('acme').catch(() => ({ members: [] }))).members).toEqual([])
  })

  it('is in the audit of the tenant with every change, and no password is', async () => {
    const rows = await test.rows.look<{ action: string; details: object; user_id: string }>(
      `select action, details, user_id from audit_entry where tenant_id = '${tenantId}' order by audit_entry_id`,
    )
    expect(rows.slice(0, 4).map(({ action, details }) => [action, details])).toEqual([
      ['person.join', { role: 'editor' }],
      ['person.change', { role: 'publisher' }],
      ['person.change', { role: 'viewer' }],
      ['person.leave', {}],
    ])
    expect(rows.map(({ action }) => action)).toContain('person.password')
    expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set(['operator']))
  })

  it('is the business of an external provider where there is one', async () => {
    const identity = keycloakIdentity({ url: 'https://id.example.com/', realm: 'pim', clientId: 'pim' })
    const elsewhere = createMembersService({ database: test.rows.database, identity, defaultRole: 'viewer' })
    expect(await elsewhere.list('shop')).toEqual({
      provider: { kind: 'external', issuer: 'https://id.example.com/realms/pim', clientId: 'pim' },
      members: [],
    })
    for (const refused of [
      elsewhere.add('shop', ada, by),
      elsewhere.setRole('shop', userId, 'admin', by),
      elsewhere.remove('shop', userId, by),
      elsewhere.resetPassword('shop', userId, by),
    ])
      await expect(refused).rejects.toEqual(code('PEOPLE_ELSEWHERE'))
  })

  it('gets in by an external provider that is checked with the token of who asks', async () => {
    const { origin } = test.provider
    const external = keycloakIdentity({ url: origin, realm: 'pim', clientId: 'pim', audience: 'pim-api' })
    const elsewhere = createMembersService({ database: test.rows.database, identity: external, defaultRole: 'viewer' })
    const { access_token: token } = await signIn('admin', 'admin')
    const { checks } = await elsewhere.checkSignIn(`Bearer ${token}`)
    // The embedded provider stands in for one elsewhere; it tells roles in the process and not at userinfo.
    expect(checks.filter(({ outcome }) => outcome !== 'fulfilled')).toEqual([
      { name: 'userinfo', outcome: 'missing', found: 'admin' },
    ])
    expect(checks.map(({ name, found }) => [name, found])).toEqual(
      expect.arrayContaining([
        ['issuer', `${origin}/realms/pim`],
        ['audience', 'pim-api'],
        ['tenants', 'acme, nordic'],
        ['pkce', 'S256'],
      ]),
    )
    expect(await members.checkSignIn(`Bearer ${token}`)).toEqual({ checks: [] })
  })
})
