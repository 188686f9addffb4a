import { createServer } from 'node:net'
import { landingPath } from '@pim/contract/core/landing-path.ts'
import { afterAll, beforeAll } from '@rstest/core'
import { fastify } from 'fastify'
import { decodeJwt } from 'jose'
import { type EmbeddedIdentity, openEmbeddedIdentity } from '../identity-dev/index.ts'
import type { Database } from '../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

/** Mounts the embedded provider on a server with a real port. */
export async function startProvider(
  database: Database,
  options: {
    port?: number
    devOrigins?: string[]
    hasDemo?: boolean
    allowsDirectGrant?: boolean
    now?: () => number
  } = {},
) {
  const port = options.port ?? (await freePort())
  const origin = `http://localhost:${port}`
  const identity: EmbeddedIdentity = await openEmbeddedIdentity({
    database,
    listenHost: 'localhost',
    publicUrl: origin,
    hasDemo: options.hasDemo ?? true,
    allowsDirectGrant: options.allowsDirectGrant ?? true,
    ...(options.devOrigins ? { devOrigins: options.devOrigins } : {}),
    ...(options.now ? { now: options.now } : {}),
  })
  const app = fastify({ forceCloseConnections: true })
  identity.mount(app)
  return {
    app,
    identity,
    origin,
    port,
    realm: `${origin}/realms/pim`,
    landing: `${origin}${landingPath}`,
    listen: () => app.listen({ port, host: 'localhost' }),
    stop: async () => {
      identity.close()
      await app.close()
    },
  }
}
export type StartedProvider = Awaited<ReturnType<typeof startProvider>>

/** Starts a provider with a database of its own for the tests of a file. */
export function providerForTests(options: { devOrigins?: string[]; now?: () => number } = {}) {
  const started: { rows?: TestDatabase; provider?: StartedProvider } = {}
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The provider is started in beforeAll')
    return part
  }
  beforeAll(async () => {
    started.rows = await testDatabase()
    started.provider = await startProvider(started.rows.database, options)
    await started.provider.listen()
  })
  afterAll(async () => {
    await started.provider?.stop()
    await started.rows?.close()
  })
  return {
    get rows() {
      return there(started.rows)
    },
    get provider() {
      return there(started.provider)
    },
    /** Starts a new provider with the same database and port, as after a restart of the server. */
    async restart() {
      const { port, stop } = there(started.provider)
      await stop()
      started.provider = await startProvider(there(started.rows).database, { ...options, port })
      await started.provider.listen()
    },
  }
}

export const tokenUrlOf = ({ realm }: StartedProvider): string => `${realm}/protocol/openid-connect/token`
export const logoutUrlOf = ({ realm }: StartedProvider, fields: Record<string, string>): string =>
  `${realm}/protocol/openid-connect/logout?${new URLSearchParams(fields)}`

/** A free port, which has to be known before listening because the issuer contains it. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
}

const codeVerifier = 'a-code-verifier-that-is-at-least-forty-three-characters-long'
/** PKCE with S256: base64url of the SHA-256. */
const challengeOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')

/** A minimal browser: keeps cookies by path, and follows no redirect by itself. */
export function browserAt(provider: StartedProvider) {
  const cookies = new Map<string, { value: string; path: string }>()

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, provider.origin)
    const cookie = [...cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const name = pair.slice(0, pair.indexOf('='))
      const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, { value: pair.slice(name.length + 1), path })
    }
    return response
  }

  const authorizationUrl = async (parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      client_id: 'pim',
      redirect_uri: provider.landing,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid profile email tenant',
      state: 'some-state',
      nonce: 'some-nonce',
      code_challenge: await challengeOf(codeVerifier),
      code_challenge_method: 'S256',
      ...parameters,
    })
    return `${provider.realm}/protocol/openid-connect/auth?${query}`
  }
  const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
  const exchange = (code: string, verifier = codeVerifier) =>
    request(
      `${provider.realm}/protocol/openid-connect/token`,
      form({
        grant_type: 'authorization_code',
        client_id: 'pim',
        code,
        redirect_uri: provider.landing,
        code_verifier: verifier,
      }),
    )

  /** Follows redirects to a page, or to the application's redirect URL with its code. */
  async function follow(response: Response): Promise<{ page?: Response; pageUrl: string; code?: string }> {
    let current = response
    let url = response.url
    for (;;) {
      const location = current.headers.get('location')
      if (location === null) return { page: current, pageUrl: url }
      url = new URL(location, url).href
      const { hash } = new URL(url)
      if (hash !== '') {
        const code = new URLSearchParams(hash.slice(1)).get('code')
        return { pageUrl: url, ...(code === null ? {} : { code }) }
      }
      current = await request(url)
    }
  }

  return {
    cookies,
    request,
    form,
    authorizationUrl,
    exchange,
    follow,
    /** Signs in through the form, unless there is a session; returns the authorization code. */
    async signIn(username: string, password = username, parameters: Record<string, string> = {}): Promise<string> {
      const { page, pageUrl, code: alreadyIn } = await follow(await request(await authorizationUrl(parameters)))
      if (alreadyIn !== undefined) return alreadyIn
      await page?.text()
      const { code } = await follow(await request(pageUrl, form({ username, password })))
      if (code === undefined) throw new Error('Not signed in')
      return code
    },
    async tokens(username: string): Promise<Tokens> {
      const response = await exchange(await this.signIn(username))
      return (await response.json()) as Tokens
    },
    refresh: (refreshToken: string) =>
      request(
        `${provider.realm}/protocol/openid-connect/token`,
        form({ grant_type: 'refresh_token', client_id: 'pim', refresh_token: refreshToken }),
      ),
  }
}

export async function passwordGrant(provider: StartedProvider, fields: Record<string, string>): Promise<Response> {
  return fetch(`${provider.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'pim-tools', ...fields }),
  })
}

export const claimsIn = (token: string): Record<string, unknown> => decodeJwt(token)
