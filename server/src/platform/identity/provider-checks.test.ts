import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { SignJWT } from 'jose'
import { keycloakIdentity } from './keycloak.ts'
import { checksOf, type ProviderEvidence } from './provider-checks.ts'

const issuer = 'https://id.example.com/realms/pim'
const good = {
  issuer,
  clientId: 'pim',
  audience: 'pim-api',
  claims: {
    iss: issuer,
    aud: ['pim-api', 'account'],
    scope: 'openid profile tenant',
    tenants: ['acme'],
    resource_access: { pim: { roles: ['admin'] } },
    iat: 1_000,
    exp: 1_300,
  },
  document: { issuer, code_challenge_methods_supported: ['plain', 'S256'] },
  userinfo: { tenants: ['acme'], resource_access: { pim: { roles: ['admin'] } } },
} satisfies ProviderEvidence

/** What is not fulfilled, with what was found. */
const faults = (evidence: ProviderEvidence) =>
  checksOf(evidence)
    .filter(({ outcome }) => outcome !== 'fulfilled')
    .map(({ name, outcome, found }) => [name, outcome, found])
const withClaims = (claims: object) => faults({ ...good, claims: { ...good.claims, ...claims } })

describe('an identity provider', () => {
  it('that is set up as the product needs it fulfils each check', () => {
    expect(faults(good)).toEqual([])
    expect(checksOf(good)).toHaveLength(9)
  })

  it.each([
    ['another issuer', { iss: 'https://other' }, ['issuer', 'missing', `https://other, ${issuer}`]],
    ['no audience', { aud: 'account' }, ['audience', 'missing', 'account']],
    ['no scope openid', { scope: 'tenant' }, ['openidScope', 'missing', 'tenant']],
    ['no scope tenant', { scope: 'openid' }, ['tenantScope', 'missing', 'openid']],
    ['one text for the tenants', { tenants: 'acme' }, ['tenants', 'missing', 'acme']],
    ['numbers for the tenants', { tenants: [7] }, ['tenants', 'missing', '[7]']],
    ['no tenants', { tenants: undefined }, ['tenants', 'unknown', '']],
    ['no roles', { resource_access: { account: { roles: ['admin'] } } }, ['roles', 'missing', '']],
    ['roles of the realm', { realm_access: { roles: ['acme:editor', 'other'] } }, ['roles', 'ignored', 'acme:editor']],
    ['a short life', { exp: 1_030 }, ['lifetime', 'missing', '30']],
  ])('whose token has %s', (_what, claims, fault) => {
    expect(withClaims(claims)).toContainEqual(fault)
  })

  it('with a realm of the product’s own, or the name of the client before them, has roles of the realm', () => {
    const claims = { ...good.claims, resource_access: undefined, realm_access: { roles: ['admin'] } }
    const userinfo = { ...good.userinfo, realm_access: claims.realm_access }
    expect(faults({ ...good, claims, userinfo, hasOwnRealm: true })).toEqual([])
    expect(faults({ ...good, claims, userinfo })).toEqual([['roles', 'ignored', 'admin']])
    const named = { realm_access: { roles: ['pim:admin'] } }
    expect(faults({ ...good, claims: { ...claims, ...named }, userinfo: { ...userinfo, ...named } })).toEqual([])
  })

  it('that does not tell tenants or roles at userinfo, or no S256, or nothing at all', () => {
    expect(faults({ ...good, userinfo: {} })).toEqual([['userinfo', 'missing', 'tenants, admin']])
    const document = { issuer, code_challenge_methods_supported: ['plain'] }
    expect(faults({ ...good, document })).toEqual([['pkce', 'missing', 'plain']])
    const { document: _document, userinfo: _userinfo, audience: _audience, ...silent } = good
    expect(faults(silent).map(([name, outcome]) => `${name} ${outcome}`)).toEqual([
      'issuer unknown',
      'audience notSet',
      'userinfo unknown',
      'pkce unknown',
    ])
  })
})

describe('the token of who asks', () => {
  const asked: { at: string; with: string | undefined }[] = []
  const note = (at: string, { url, headers }: IncomingMessage) =>
    asked.push({ at: `${at}${url}`, with: headers.authorization })
  const listening = (at: string, answer: (url: string) => { status: number; headers?: object; body: object }) => {
    const server = createServer((request, response) => {
      note(at, request)
      const { status, headers, body } = answer(request.url ?? '')
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
    return new Promise<{ url: string; close: () => void }>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        const port = typeof address === 'object' && address ? address.port : 0
        resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() })
      }),
    )
  }
  let stranger: Awaited<ReturnType<typeof listening>>
  let provider: Awaited<ReturnType<typeof listening>>
  beforeAll(async () => {
    stranger = await listening('stranger', () => ({ status: 200, body: { tenants: ['acme'] } }))
    provider = await listening('provider', (url) =>
      url.endsWith('/openid-configuration')
        ? { status: 200, body: { issuer, userinfo_endpoint: `${stranger.url}/userinfo` } }
        : { status: 302, headers: { location: `${stranger.url}/userinfo` }, body: {} },
    )
  })
  afterAll(() => {
    stranger.close()
    provider.close()
  })

  it('goes to the provider of the settings alone, and is not in the answer', async () => {
    const token = await new SignJWT({ scope: 'openid' }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    const checks = await keycloakIdentity({ url: provider.url, realm: 'pim', clientId: 'pim' }).check?.(token)
    expect(asked.map(({ at, with: sent }) => [at, sent]).toSorted()).toEqual([
      ['provider/realms/pim/.well-known/openid-configuration', undefined],
      ['provider/realms/pim/protocol/openid-connect/userinfo', `Bearer ${token}`],
    ])
    expect(checks).toContainEqual({ name: 'userinfo', outcome: 'unknown', found: '' })
    for (const part of token.split('.')) expect(JSON.stringify(checks)).not.toContain(part)
  })
})
