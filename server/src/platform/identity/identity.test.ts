import { describe, expect, it } from '@rstest/core'
import { type Identity, identityFrom, isGlobalAdmin, roleFor } from './identity.ts'

const someone = (roles: string[], tenants = ['acme', 'nordic']): Identity => ({
  userId: 'u1',
  firstName: 'Ada',
  lastName: 'Berg',
  tenants,
  roles,
})

describe('the role of a member in a tenant', () => {
  it('is the highest of those that hold there', () => {
    expect(roleFor(someone(['viewer', 'publisher', 'editor']), 'acme', 'viewer')).toBe('publisher')
    expect(roleFor(someone(['viewer', 'acme:admin']), 'acme', 'viewer')).toBe('admin')
  })

  it('does not reach from one tenant into another', () => {
    expect(roleFor(someone(['viewer', 'acme:admin']), 'nordic', 'editor')).toBe('viewer')
    expect(roleFor(someone(['acme:admin']), 'nordic', 'viewer')).toBe('viewer')
    expect(roleFor(someone(['acme-2:admin'], ['acme']), 'acme', 'viewer')).toBe('viewer')
  })

  it('is the default where the provider gave none that we know', () => {
    expect(roleFor(someone(['offline_access', 'uma_authorization']), 'acme', 'editor')).toBe('editor')
    expect(roleFor(someone([]), 'acme', 'viewer')).toBe('viewer')
  })

  it('is none at all for who is no member, whatever the roles', () => {
    expect(roleFor(someone(['admin', 'other:admin']), 'other', 'editor')).toBeUndefined()
  })

  it('takes no property of the language for a role', () => {
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
  it('give own client roles and realm roles, and nothing of other clients', () => {
    const identity = identityFrom(
      {
        sub: 'u1',
        given_name: 'Ada',
        family_name: 'Berg',
        email: 'ada@example.com',
        tenants: ['acme', 'acme', 7, ''],
        realm_access: { roles: ['viewer'] },
        resource_access: { pim: { roles: ['editor'] }, account: { roles: ['admin'] } },
      },
      'pim',
    )
    expect(identity).toEqual({
      userId: 'u1',
      firstName: 'Ada',
      lastName: 'Berg',
      email: 'ada@example.com',
      tenants: ['acme'],
      roles: ['editor', 'viewer'],
    })
  })

  it('fall back on the full name, and survive nonsense', () => {
    expect(identityFrom({ sub: 'u', name: 'Ada Maria Berg' }, 'pim')).toMatchObject({
      firstName: 'Ada',
      lastName: 'Maria Berg',
    })
    expect(identityFrom({ sub: 3, tenants: 'acme', realm_access: 'admin', resource_access: [] }, 'pim')).toEqual({
      userId: '',
      firstName: '',
      lastName: '',
      tenants: [],
      roles: [],
    })
  })
})
