import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { exportJWK, exportSPKI, type JWTPayload, SignJWT } from 'jose'
import { IdentityProviderAway, remoteKeys } from './key-set.ts'
import { remoteMembership } from './membership.ts'
import { createTokenVerifier, TokenRefused, type VerifierOptions } from './verify.ts'

/** A provider on a real socket with keys of the test: it can rotate keys, fall silent and change claims. */
async function startProvider() {
  const newKey = (kid: string) => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) })
  let key = newKey('first')
  const state = {
    keyRequests: 0,
    userinfoRequests: 0,
    userinfo: { status: 200, body: {} as object },
    isDown: false,
  }
  const server = createServer(async (request, response) => {
    if (state.isDown) return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (request.url === '/certs') {
      state.keyRequests++
      // Without `alg`, as some providers do: the key itself would verify others too.
      response.end(JSON.stringify({ keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, use: 'sig' }] }))
      return
    }
    state.userinfoRequests++
    response.statusCode = state.userinfo.status
    response.end(JSON.stringify(state.userinfo.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  return {
    state,
    issuer,
    publicKey: () => key.publicKey,
    rotate: async () => {
      key = newKey('second')
    },
    sign: (claims: JWTPayload = {}, header: { kid?: string; alg?: string } = {}) =>
      new SignJWT({ typ: 'Bearer', azp: 'pim', scope: 'openid tenant', tenants: ['acme'], ...claims })
        .setProtectedHeader({ alg: header.alg ?? 'RS256', kid: header.kid ?? key.kid })
        .setSubject(typeof claims.sub === 'string' ? claims.sub : 'u1')
        .setIssuer(typeof claims.iss === 'string' ? claims.iss : issuer)
        .setIssuedAt(claims.iat ?? Math.floor(Date.now() / 1_000))
        .setExpirationTime(claims.exp ?? Math.floor(Date.now() / 1_000) + 300)
        .sign(key.privateKey),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

let provider: Awaited<ReturnType<typeof startProvider>>
let clock: number

beforeEach(async () => {
  provider = await startProvider()
  clock = Date.now()
})
afterEach(() => provider.stop())

const verifier = (options: Partial<VerifierOptions> = {}) =>
  createTokenVerifier({
    issuer: provider.issuer,
    clientId: 'pim',
    keys: remoteKeys(`${provider.issuer}/certs`, 500),
    now: () => clock,
    ...options,
  })

describe('a token', () => {
  it('that is valid gives the identity of its bearer', async () => {
    const token = await provider.sign({
      given_name: 'Ada',
      family_name: 'Berg',
      resource_access: { pim: { roles: ['editor'] } },
    })
    expect(await verifier().verify(token)).toMatchObject({
      userId: 'u1',
      firstName: 'Ada',
      tenants: ['acme'],
      roles: ['editor'],
    })
  })

  it('without a signature, or signed with the public key as if it were a secret, is refused', async () => {
    const [, payload] = (await provider.sign()).split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = `${part({ alg: 'none' })}.${payload}.`
    const signed = `${part({ alg: 'HS256', kid: 'first' })}.${payload}`
    const secret = await exportSPKI(provider.publicKey())
    const confused = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    await expect(verifier().verify(none)).rejects.toThrow(TokenRefused)
    await expect(verifier().verify(confused)).rejects.toThrow(TokenRefused)
  })

  it('signed with the right key by another algorithm is refused', async () => {
    for (const alg of ['RS384', 'RS512', 'PS256']) {
      await expect(verifier().verify(await provider.sign({}, { alg }))).rejects.toThrow(TokenRefused)
    }
    await expect(verifier().verify(await provider.sign({}, { alg: 'RS256' }))).resolves.toBeDefined()
  })

  it('of another client of the same realm, another issuer, or without a client is refused', async () => {
    const subject = verifier({ furtherClientIds: ['pim-tools'] })
    await expect(subject.verify(await provider.sign({ azp: 'wiki', aud: ['pim', 'account'] }))).rejects.toThrow(
      TokenRefused,
    )
    await expect(subject.verify(await provider.sign({ azp: undefined }))).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign({ iss: 'http://elsewhere' }))).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign({ azp: 'pim-tools' }))).resolves.toMatchObject({ userId: 'u1' })
  })

  it('must have the configured audience', async () => {
    const subject = verifier({ audience: 'pim-api' })
    await expect(subject.verify(await provider.sign({ aud: 'account' }))).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign())).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign({ aud: ['account', 'pim-api'] }))).resolves.toBeDefined()
  })

  it('that is an ID or refresh token is refused', async () => {
    for (const typ of ['ID', 'Refresh', 'Offline', undefined]) {
      await expect(verifier().verify(await provider.sign({ typ }))).rejects.toThrow(TokenRefused)
    }
  })

  it('without the scope openid, for which the provider would not tell who is still a member, is refused', async () => {
    for (const scope of ['profile tenant', 'openid2', '', undefined]) {
      await expect(verifier().verify(await provider.sign({ scope }))).rejects.toThrow(TokenRefused)
    }
  })

  it('is refused before its time, after it, and when it comes from the cache past its end', async () => {
    const seconds = Math.floor(clock / 1_000)
    const subject = verifier()
    await expect(subject.verify(await provider.sign({ nbf: seconds + 60 }))).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign({ exp: seconds - 6 }))).rejects.toThrow(TokenRefused)
    await expect(subject.verify(await provider.sign({ nbf: seconds + 3 }))).resolves.toBeDefined()
    const token = await provider.sign({ exp: seconds + 30 })
    await expect(subject.verify(token)).resolves.toBeDefined()
    clock += 40_000
    await expect(subject.verify(token)).rejects.toThrow(TokenRefused)
  })

  it('that is malformed or too long is refused', async () => {
    for (const token of ['', 'x', 'a.b.c', '..', `${'a'.repeat(20_000)}.b.c`, 'e30.e30.e30']) {
      await expect(verifier().verify(token)).rejects.toThrow(TokenRefused)
    }
  })
})

describe('the keys of the provider', () => {
  it('are used from the cache while it is down', async () => {
    const subject = verifier()
    await subject.verify(await provider.sign({ sub: 'u1' }))
    provider.state.isDown = true
    clock += 11 * 60_000
    const seconds = Math.floor(clock / 1_000)
    for (const sub of ['u2', 'u3']) {
      const token = await provider.sign({ sub, iat: seconds, exp: seconds + 300 })
      expect(await subject.verify(token)).toMatchObject({ userId: sub })
    }
  })

  it('are used from the cache while it leaves the request for new ones unanswered', async () => {
    let asked = 0
    const first = remoteKeys(`${provider.issuer}/certs`)
    const unanswered = new Promise<never>(() => {})
    const subject = verifier({ keys: () => (++asked === 1 ? first() : unanswered) })
    await subject.verify(await provider.sign())
    clock += 11 * 60_000
    const seconds = Math.floor(clock / 1_000)
    const token = await provider.sign({ sub: 'u2', iat: seconds, exp: seconds + 300 })
    expect(await subject.verify(token)).toMatchObject({ userId: 'u2' })
    expect(asked).toBe(2)
  }, 20_000)

  it('are fetched once for many made-up key ids, and again after ten seconds', async () => {
    const subject = verifier()
    await subject.verify(await provider.sign())
    clock += 10_000
    const made = await Promise.all(Array.from({ length: 30 }, (_, n) => provider.sign({}, { kid: `made-up-${n}` })))
    // One after the other, and all at once: neither may cause another request.
    for (const token of made.slice(0, 5)) await expect(subject.verify(token)).rejects.toThrow(TokenRefused)
    const outcomes = await Promise.allSettled(made.map((token) => subject.verify(token)))
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof TokenRefused)).toBe(
      true,
    )
    expect(provider.state.keyRequests).toBe(2)
    clock += 10_000
    await expect(subject.verify(made[0] ?? '')).rejects.toThrow(TokenRefused)
    expect(provider.state.keyRequests).toBe(3)
  })

  it('are loaded again when it rotates them', async () => {
    const subject = verifier()
    await subject.verify(await provider.sign())
    await provider.rotate()
    clock += 10_000
    await expect(subject.verify(await provider.sign())).resolves.toBeDefined()
  })

  it('are asked once for a token that comes with many calls at once, and not at all where it is not admitted', async () => {
    const subject = verifier()
    const token = await provider.sign()
    let asked = 0
    const count = () => {
      asked += 1
    }
    await Promise.all(Array.from({ length: 20 }, () => subject.verify(token, count)))
    await subject.verify(token, count)
    expect([asked, provider.state.keyRequests]).toEqual([1, 1])
    const refuse = () => {
      throw new RangeError('too many')
    }
    clock += 10_000
    await expect(subject.verify(await provider.sign({}, { kid: 'made-up' }), refuse)).rejects.toThrow(RangeError)
    expect(provider.state.keyRequests).toBe(1)
  })

  it('that were never loaded make the provider unavailable, not the token invalid', async () => {
    provider.state.isDown = true
    const subject = verifier()
    await expect(subject.verify(await provider.sign())).rejects.toThrow(IdentityProviderAway)
    provider.state.isDown = false
    clock += 10_000
    await expect(subject.verify(await provider.sign())).resolves.toBeDefined()
  })
})

describe('a membership', () => {
  const watched = () => verifier({ membership: remoteMembership(`${provider.issuer}/userinfo`, 500) })
  const says = (body: object, status = 200) => {
    provider.state.userinfo = { status, body }
  }

  it('that was revoked ends within a minute, while the token is still valid', async () => {
    const subject = watched()
    const token = await provider.sign({ tenants: ['acme', 'nordic'] })
    expect((await subject.verify(token)).tenants).toEqual(['acme', 'nordic'])
    says({ sub: 'u1', tenants: ['nordic'] })
    clock += 60_000
    expect((await subject.verify(token)).tenants).toEqual(['nordic'])
    says({ sub: 'u1' })
    clock += 60_000
    expect((await subject.verify(token)).tenants).toEqual([])
  })

  it('is taken from the token where the provider does not send it', async () => {
    const subject = watched()
    const token = await provider.sign()
    for (const [body, status] of [
      [{ sub: 'u1' }, 200],
      [{}, 404],
    ] as const) {
      says(body, status)
      clock += 60_000
      expect((await subject.verify(token)).tenants).toEqual(['acme'])
    }
  })

  it('ends with the session', async () => {
    const subject = watched()
    const token = await provider.sign()
    await subject.verify(token)
    says({}, 401)
    clock += 60_000
    await expect(subject.verify(token)).rejects.toThrow(TokenRefused)
    await expect(subject.verify(token)).rejects.toThrow(TokenRefused)
  })

  it('ends where the provider does not vouch for the token', async () => {
    const subject = watched()
    const token = await provider.sign()
    await subject.verify(token)
    says({ error: 'insufficient_scope' }, 403)
    clock += 60_000
    await expect(subject.verify(token)).rejects.toThrow(TokenRefused)
  })

  it('gives no role of another product of the realm, when it is renewed either', async () => {
    const subject = watched()
    const roles = { realm_access: { roles: ['admin', 'acme:admin'] }, resource_access: { wiki: { roles: ['admin'] } } }
    const token = await provider.sign(roles)
    expect((await subject.verify(token)).roles).toEqual([])
    says({ sub: 'u1', tenants: ['acme'], ...roles })
    clock += 60_000
    expect((await subject.verify(token)).roles).toEqual([])
  })

  it('stays valid while the provider is down, and the provider is rarely asked', async () => {
    const subject = watched()
    const token = await provider.sign()
    await subject.verify(token)
    says({}, 500)
    clock += 60_000
    for (let n = 0; n < 20; n++) expect((await subject.verify(token)).tenants).toEqual(['acme'])
    expect(provider.state.userinfoRequests).toBe(1)
  })

  it('is not requested with every call', async () => {
    const subject = watched()
    const token = await provider.sign()
    says({ sub: 'u1', tenants: ['acme'] })
    for (let n = 0; n < 100; n++) await subject.verify(token)
    expect(provider.state.userinfoRequests).toBe(0)
    clock += 60_000
    await Promise.all(Array.from({ length: 50 }, () => subject.verify(token)))
    expect(provider.state.userinfoRequests).toBe(1)
  })

  it('that was just granted is known at once', async () => {
    const subject = watched()
    const token = await provider.sign()
    await subject.verify(token)
    says({ sub: 'u1', tenants: ['acme', 'new'] })
    expect((await subject.verify(token)).tenants).toEqual(['acme'])
    subject.recheck('u1')
    expect((await subject.verify(token)).tenants).toEqual(['acme', 'new'])
  })
})
