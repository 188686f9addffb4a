import { describe, expect, it } from '@rstest/core'
import { type Claims, identityFrom } from './identity.ts'
import { membershipFrom } from './membership.ts'

const source = { clientId: 'pim' }
const token: Claims = {
  sub: 'u1',
  tenants: ['acme'],
  realm_access: { roles: ['pim:acme:editor'] },
  resource_access: { pim: { roles: ['viewer'] } },
}

/** What is left of the token after the provider was asked, for one response after the other. */
async function renewed(...responses: Claims[]) {
  const identity = identityFrom(token, source)
  const left = [...responses]
  const membership = membershipFrom(async () => left.shift() ?? {}, source)
  let last = undefined as Awaited<ReturnType<typeof membership.renew>>
  for (const _ of responses) last = await membership.renew('token', identity, token)
  return last && { tenants: last.tenants, roles: last.roles }
}

describe('current claims', () => {
  it.each([
    ['none of them', [{}], { tenants: ['acme'], roles: ['viewer', 'acme:editor'] }],
    [
      'roles of the client alone leave those of the realm',
      [{ resource_access: { pim: { roles: ['publisher'] } } }],
      { tenants: ['acme'], roles: ['publisher', 'acme:editor'] },
    ],
    [
      'roles of the realm alone leave those of the client',
      [{ realm_access: { roles: [] } }],
      { tenants: ['acme'], roles: ['viewer'] },
    ],
    [
      'without roles after the provider has sent some take them away',
      [{ resource_access: { pim: { roles: ['publisher'] } }, tenants: ['acme', 'nordic'] }, {}],
      { tenants: [], roles: ['acme:editor'] },
    ],
  ])('%s', async (_what, responses, left) => {
    expect(await renewed(...responses)).toEqual(left)
  })
})
