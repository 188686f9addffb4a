import { describe, expect, it } from '@rstest/core'
import { roleFor } from '../../core/caller.ts'
import { type Identity, identityFrom, isGlobalAdmin } from './identity.ts'

const someone = (roles: string[], tenants = ['acme', 'nordic']): Identity => ({
  userId: 'u1',
  firstName: 'Ada',
  lastName: 'Berg',
  tenants,
  roles,
})

describe('the role of a member in a tenant', () => {
  it('is the highest of the roles that hold there', () => {
    expect(roleFor(someone(['viewer', 'publisher', 'editor']), 'acme', 'viewer')).toBe('publisher')
    expect(roleFor(someone(['viewer', 'acme:admin']), 'acme', 'viewer')).toBe('admin')
  })

  it('does not hold in another tenant', () => {
    expect(roleFor(someone(['viewer', 'acme:admin']), 'nordic', 'editor')).toBe('viewer')
    expect(roleFor(someone(['acme:admin']), 'nordic', 'viewer')).toBe('viewer')
    expect(roleFor(someone(['acme-2:admin'], ['acme']), 'acme', 'viewer')).toBe('viewer')
  })

  it('is the default one where the provider gives no known role', () => {
    expect(roleFor(someone(['offline_access', 'uma_authorization']), 'acme', 'editor')).toBe('editor')
    expect(roleFor(someone([]), 'acme', 'viewer')).toBe('viewer')
  })

  it('is undefined for a person who is not a member, whatever the roles', () => {
    expect(roleFor(someone(['admin', 'other:admin']), 'other', 'editor')).toBeUndefined()
  })

  it('is not a property of JavaScript objects', () => {
    expect(roleFor(someone(['constructor', '__proto__', 'acme:toString']), 'acme', 'viewer')).toBe('viewer')
  })
})

describe('an administrator of the installation', () => {
  it('has the role without a tenant', () => {
    expect(isGlobalAdmin(someone(['admin']))).toBe(true)
    expect(isGlobalAdmin(someone(['acme:admin', 'publisher']))).toBe(false)
  })
})

describe('claims', () => {
  it('give the roles of this client and of the realm, and none of other clients', () => {
    const identity = identityFrom(
      {
        sub: 'u1',
        given_name: 'Ada',
        family_name: 'Berg',
        email: 'ada@example.com',
        tenants: ['acme', 'acme', 7, ''],
        realm_access: { roles: ['admin', 'acme:admin', 'pim:viewer', 'pim:acme:publisher'] },
        resource_access: { pim: { roles: ['editor'] }, account: { roles: ['admin'] } },
      },
      { clientId: 'pim' },
    )
    expect(identity).toEqual({
      userId: 'u1',
      firstName: 'Ada',
      lastName: 'Berg',
      email: 'ada@example.com',
      tenants: ['acme'],
      roles: ['editor', 'viewer', 'acme:publisher'],
    })
  })

  it('hold the roles of the realm where it is the product’s own', () => {
    const roles = (hasOwnRealm: boolean) =>
      identityFrom({ sub: 'u', realm_access: { roles: ['editor', 'acme:admin'] } }, { clientId: 'pim', hasOwnRealm })
        .roles
    expect(roles(true)).toEqual(['editor', 'acme:admin'])
    expect(roles(false)).toEqual([])
  })

  it('fall back on the full name, and may have any shape', () => {
    expect(identityFrom({ sub: 'u', name: 'Ada Maria Berg' }, { clientId: 'pim' })).toMatchObject({
      firstName: 'Ada',
      lastName: 'Maria Berg',
    })
    expect(
      identityFrom({ sub: 3, tenants: 'acme', realm_access: 'admin', resource_access: [] }, { clientId: 'pim' }),
    ).toEqual({
      userId: '',
      firstName: '',
      lastName: '',
      tenants: [],
      roles: [],
    })
  })
})
