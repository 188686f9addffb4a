import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type FastifyInstance, fastify } from 'fastify'
import { createLogger } from '../../platform/logging/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { sectionsIn } from '../../platform/sections/index.ts'
import { browserCookies } from './browser-cookies.ts'
import { mountPages } from './mount-pages.ts'
import { type PolicyViolation, watchViolations } from './policy-violations.ts'

let root: string
let app: FastifyInstance
const violations: PolicyViolation[] = []
let clock = 0

const script = 'console.log("shell")'.repeat(50)

function put(path: string, content: string | Buffer) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pim-pages-'))
  put(
    'host/dist/index.html',
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="data-sources" content=""><meta name="arrival" content=""><script type="application/json" id="settings">null</script><script src="/sign-in.js"></script><div id="root"></div>',
  )
  put('host/dist/assets/index.abc.js', script)
  put('host/dist/assets/index.abc.js.br', brotliCompressSync(script))
  put('host/dist/assets/index.abc.js.gz', gzipSync(script))
  put('host/dist/assets/index.abc.js.map', '{}')
  put('host/dist/session-worker.js', 'worker with "__WORKER_KEY__"')
  put('host/dist/sign-in.js', 'sign in')
  put('host/dist/secret.env', 'x')
  put('secret.js', 'outside')
  put('remote-content/dist/remote.json', JSON.stringify({ name: 'content', shellContract: '^1.0.0', paths: ['/'] }))
  put('remote-content/dist/mf-manifest.json', '{}')
  put('remote-content/dist/remoteEntry.js', 'entry')
  put('remote-unbuilt/remote.json', '{"name":"unbuilt"}')
  app = fastify()
  // As the server of the product reads bodies.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  mountPages(app, {
    releases: { find: async () => undefined },
    hostFolder: join(root, 'host/dist'),
    sections: sectionsIn({ root, now: () => clock }),
    now: () => clock,
    ownOrigins: ['https://pim.example', 'http://localhost:3000'],
    identity: { keycloakUrl: 'https://id.example/', realm: 'our realm' },
    remoteFolders: ['https://cdn.example/sections/media/'],
    settings: JSON.stringify({ applicationTitle: '</script><script>alert(1)</script>' }),
    cookies: browserCookies(new URL('https://pim.example')),
    workerKey: async (browser) => `the key of ${browser}`,
    isReturn: (_request, query) => query === 'mark',
    onViolation: (violation) => violations.push(violation),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers })

describe('assets', () => {
  it('with a hash in the name are cached for ever, in the best encoding that the browser accepts', async () => {
    const plain = await get('/assets/index.abc.js', {})
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript')
    expect(plain.body).toBe(script)
    const brotli = await get('/assets/index.abc.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotli.headers.vary).toBe('accept-encoding')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    expect((await get('/assets/index.abc.js', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect(new Set([plain.headers.etag, brotli.headers.etag]).size).toBe(2)
  })

  it('that the page starts with is cached for ever under its version, and under no other', async () => {
    const [, address = ''] = /src="(\/sign-in\.js\?[\w-]{20,})"/.exec((await get('/')).body) ?? []
    const script = await get(address, {})
    expect([script.body, script.headers['cache-control']]).toEqual(['sign in', 'public, max-age=31536000, immutable'])
    for (const other of ['/sign-in.js', `${address}1`, '/sign-in.js?']) {
      expect((await get(other, {})).headers['cache-control']).toBe('no-cache')
    }
  })

  it('without a hash in the name are revalidated, with 304 while unchanged', async () => {
    const manifest = await get('/remotes/content/mf-manifest.json', {})
    expect(manifest.headers['cache-control']).toBe('no-cache')
    const again = await get('/remotes/content/mf-manifest.json', { 'if-none-match': String(manifest.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('that are missing get 404 and never the page', async () => {
    for (const path of [
      '/assets/index.old.js',
      '/assets/old',
      '/remotes/content/assets/x.js',
      '/remotes/nobody/mf-manifest.json',
      '/remotes/content',
      '/favicon.ico',
      '/api/nothing',
      '/realms/x',
    ]) {
      const answer = await get(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(answer.body).not.toContain('root')
    }
  })

  it('are files of the builds only: no source maps, no other types, nothing outside', async () => {
    for (const path of [
      '/assets/index.abc.js.map',
      '/secret.env',
      '/../secret.js',
      '/..%2fsecret.js',
      '/assets/../../../secret.js',
    ]) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    }
  })
})

describe('pages', () => {
  it('are the shell for every path that is a screen', async () => {
    for (const path of ['/', '/content-items', '/content-item/0190?x=1', '/anything/else', '/not-found']) {
      const answer = await get(path)
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
    expect((await get('/content-items', { accept: 'application/json' })).statusCode).toBe(404)
  })

  it('carry a new nonce each, the same in the policy and in the page', async () => {
    const [first, second] = [await get('/'), await get('/')]
    const nonceOf = (body: string) => /nonce="([^"]+)"/.exec(body)?.[1]
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body))
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonceOf(first.body)}'`)
  })

  it('are compressed for a browser that takes it, each with the policy of its own nonce', async () => {
    const plain = await get('/')
    const { headers, rawPayload } = await get('/', { accept: 'text/html', 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(headers.etag).not.toBe(plain.headers.etag)
    const page = brotliDecompressSync(rawPayload).toString()
    expect(headers['content-security-policy']).toContain(`'nonce-${/nonce="([^"]+)"/.exec(page)?.[1]}'`)
  })

  it('have the settings in them, from which no markup comes', async () => {
    const { body } = await get('/')
    const [, text = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(text)).toEqual({ applicationTitle: '</script><script>alert(1)</script>' })
    expect(body).not.toContain('alert(1)</script>')
  })

  it('allow scripts by path, from this server and the configured origins, and no inline script', async () => {
    const policy = String(
      (await get('/', { accept: 'text/html', host: 'localhost:3000' })).headers['content-security-policy'],
    )
    const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))
    expect(directive('script-src')).toBe(
      'script-src http://localhost:3000/assets/ http://localhost:3000/remotes/ https://cdn.example/sections/media/ http://localhost:3000/sign-in.js',
    )
    expect(policy).not.toMatch(/unsafe|script-src[^;]*'self'/)
    // Data by path too, and nothing of the identity provider: the embedded one is at this origin.
    expect(policy).not.toMatch(/'self'|id\.example|realms/)
    expect(directive('connect-src')).toBe(
      'connect-src http://localhost:3000/api/ http://localhost:3000/remotes/ https://cdn.example/sections/media/',
    )
    for (const name of ['object-src', 'base-uri', 'frame-src', 'frame-ancestors', 'form-action', 'default-src']) {
      expect(directive(name)).toBe(`${name} 'none'`)
    }
  })

  it('name the public origin where the host header is not one of the configured ones', async () => {
    const answer = await get('/', { accept: 'text/html', host: 'evil.example; script-src *' })
    expect(answer.headers['content-security-policy']).toContain('script-src https://pim.example/assets/')
    expect(answer.headers['content-security-policy']).not.toContain('evil')
  })

  it('start the worker of the session, which may reach the API and the identity provider and load nothing', async () => {
    const page = String((await get('/')).headers['content-security-policy'])
    expect(page).toContain('worker-src https://pim.example/session-worker.js;')
    const script = await get('/session-worker.js', {})
    const endpoints = [
      'protocol/openid-connect/token',
      'protocol/openid-connect/logout',
      '.well-known/openid-configuration',
    ]
    const sources = endpoints.map((endpoint) => `https://id.example/realms/our%20realm/${endpoint}`)
    const policy = `default-src 'none'; connect-src https://pim.example/api/ https://pim.example/browser-session ${sources.join(' ')}; frame-ancestors 'none'`
    expect(script.headers['content-security-policy']).toBe(policy)
  })

  it('give the worker a key for this browser alone, which no page reads', async () => {
    const asked = (purpose: string, cookie = '') => get('/session-worker.js', { 'sec-fetch-dest': purpose, cookie })
    for (const purpose of ['empty', 'script', 'sharedworker', 'document', '']) {
      const { body, headers } = await asked(purpose)
      expect([purpose, body, headers['set-cookie']]).toEqual([purpose, 'worker with ""', undefined])
    }
    const first = await asked('worker')
    const [ofScript = '', ofSession = ''] = first.headers['set-cookie'] as string[]
    const [, browser] = /^__Http-pim-worker-443=([\w-]{22});/.exec(ofScript) ?? []
    expect(first.body).toBe(`worker with "the key of ${browser}"`)
    const attributes = `Max-Age=2592000; Secure; HttpOnly; SameSite=Strict`
    expect(ofScript).toBe(`__Http-pim-worker-443=${browser}; Path=/session-worker.js; ${attributes}`)
    expect(ofSession).toBe(`__Http-pim-worker-443=${browser}; Path=/browser-session; ${attributes}`)
    // From a cache a page would read it.
    expect(first.headers['cache-control']).toBe('no-store')
    // One for all tabs.
    expect((await asked('worker', `__Http-pim-worker-443=${browser}`)).body).toBe(first.body)
    expect((await asked('worker', '__Http-pim-worker-443=a; __Http-pim-worker-443=b')).body).not.toMatch(/key of [ab]"/)
  })

  it('are answered 304 without a policy, so that the browser keeps the nonce it has', async () => {
    const { etag } = (await get('/')).headers
    const again = await get('/', { accept: 'text/html', 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(304)
    expect(again.headers['content-security-policy']).toBeUndefined()
    // The browser takes the headers of a 304 for those of the page that it has.
    expect(again.headers['cross-origin-opener-policy']).toBe('same-origin')
  })
})

describe('the page that the identity provider sends people back to', () => {
  const connectSources = (headers: { 'content-security-policy'?: unknown }) =>
    /connect-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]

  it('may ask the provider for tokens, as no other page may, and has in it what is allowed to all', async () => {
    const [landing, other] = [await get('/signed-in'), await get('/content-items')]
    expect(connectSources(landing.headers)).toBe(
      `${connectSources(other.headers)} https://id.example/realms/our%20realm/protocol/openid-connect/token`,
    )
    expect(landing.body).toContain(`<meta name="data-sources" content="${connectSources(other.headers)}">`)
    for (const { headers } of [landing, other]) expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(landing.headers.etag).not.toBe(other.headers.etag)
  })

  it('has a mark in it that goes with a cookie, where the provider has sent the browser', async () => {
    const { statusCode, body, headers } = await get('/signed-in?mark')
    const [, arrival] = /<meta name="arrival" content="([\w-]{24})">/.exec(body) ?? []
    expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
    expect(headers['set-cookie']).toBe(
      `__Http-pim-arrival-443=${arrival}; Path=/browser-session; Max-Age=120; Secure; HttpOnly; SameSite=Strict`,
    )
    for (const path of ['/signed-in', '/content-items?mark']) {
      const other = await get(path)
      expect([other.body.includes('name="arrival" content=""'), other.headers['set-cookie']]).toEqual([true, undefined])
    }
  })

  it('has nothing in its query, where scripts would read a code also after the address is cleaned', async () => {
    for (const query of ['?code=secret', '?state=a&code=secret']) {
      const { statusCode, headers } = await get(`/signed-in${query}`)
      expect([statusCode, headers.location]).toEqual([303, '/signed-in'])
    }
  })
})

describe('a deploy while pages are open', () => {
  it('serves the new page, and the scripts of the release before to pages that are open', async () => {
    const before = await get('/')
    put('remote-content/dist/assets/screen.one.js', 'one')
    utimesSync(join(root, 'remote-content/dist/mf-manifest.json'), 1, 1)
    clock += 2_000
    expect((await get('/remotes/content/assets/screen.one.js', {})).body).toBe('one')

    rmSync(join(root, 'remote-content/dist'), { recursive: true })
    put('remote-content/dist/remote.json', JSON.stringify({ name: 'content' }))
    put('remote-content/dist/assets/screen.two.js', 'two')
    put('remote-content/dist/mf-manifest.json', '{"new":true}')
    put('host/dist/index.html', '<p nonce="__CSP_NONCE__">new</p>')
    utimesSync(join(root, 'host/dist/index.html'), 2, 2)
    clock += 2_000
    expect((await get('/remotes/content/mf-manifest.json', {})).body).toBe('{"new":true}')
    expect((await get('/remotes/content/assets/screen.two.js', {})).body).toBe('two')
    expect((await get('/remotes/content/assets/screen.one.js', {})).body).toBe('one')
    expect((await get('/remotes/content/remoteEntry.js', {})).statusCode).toBe(404)
    const after = await get('/', { accept: 'text/html', 'if-none-match': String(before.headers.etag) })
    expect(after.body).toContain('new')
  })

  it('serves a section that was not there when the server started', async () => {
    expect((await get('/remotes/shop/mf-manifest.json', {})).statusCode).toBe(404)
    put('remote-shop/dist/remote.json', JSON.stringify({ name: 'shop' }))
    put('remote-shop/dist/mf-manifest.json', '{}')
    clock += 2_000
    expect((await get('/remotes/shop/mf-manifest.json', {})).statusCode).toBe(200)
  })
})

describe('what a browser refused by the policy', () => {
  const report = {
    type: 'csp-violation',
    body: {
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/x.js?token=secret',
      documentURL: 'https://pim.example/content-items?searchText=secret',
    },
  }
  const old = {
    'csp-report': {
      'violated-directive': "style-src 'self'",
      'blocked-uri': 'inline',
      'document-uri': 'https://pim.example/media-items',
    },
  }
  const send = (body: unknown, type: string) =>
    app.inject({ method: 'POST', url: '/policy-violations', headers: { 'content-type': type }, payload: `${body}` })

  it('is asked for by the policy', async () => {
    const { headers } = await get('/')
    expect(headers['content-security-policy']).toMatch(/report-to violations; report-uri \/policy-violations$/)
    expect(headers['reporting-endpoints']).toBe('violations="/policy-violations"')
  })

  it('is told in both formats, without what stands in a query', async () => {
    violations.length = 0
    const answers = [
      await send(JSON.stringify([report, { type: 'deprecation', body: {} }]), 'application/reports+json'),
      await send(JSON.stringify(old), 'application/csp-report'),
      await send('{"csp-report":', 'application/csp-report'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect(violations).toEqual([
      { directive: 'script-src-elem', blocked: 'https://evil.example/x.js', page: '/content-items' },
      { directive: 'style-src', blocked: 'inline', page: '/media-items' },
    ])
  })

  it('is refused where it is larger than a report', async () => {
    expect(
      (await send(JSON.stringify([{ ...report, text: 'x'.repeat(20_000) }]), 'application/reports+json')).statusCode,
    ).toBe(413)
  })

  it('is logged once of each kind, twenty kinds a minute, and counted each time', async () => {
    const lines: string[] = []
    let at = 0
    const metrics = createMetrics()
    const log = createLogger({ level: 'warn', format: 'json' }, { write: (line) => void lines.push(line) })
    const watch = watchViolations(log, metrics, () => at)
    const refuse = (blocked: string) => watch({ directive: 'script-src-elem', blocked, page: '/content-items' })
    refuse('inline')
    refuse('inline')
    expect(lines.length).toBe(1)
    for (let kind = 0; kind < 100; kind += 1) refuse(`https://evil.example/${kind}.js`)
    expect(lines.length).toBe(20)
    at += 60_000
    refuse('inline')
    expect(lines.length).toBe(21)
    expect(await metrics.text()).toContain('pim_policy_violations_total 103')
  })
})
