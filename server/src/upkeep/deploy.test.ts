import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import S3rver from '@20minutes/s3rver'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type FastifyInstance, fastify } from 'fastify'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { mountPages } from '../http/pages/mount-pages.ts'
import { createReleaseAssets } from '../http/pages/release-assets.ts'
import { createDeployments } from '../modules/sections/index.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { createReleaseStore } from '../platform/releases/index.ts'
import { type DeployTools, deployBuild, describeSection } from './deploy.ts'

let server: TestServer
let folder: string
let s3: S3rver
let bucket: string
const apps: FastifyInstance[] = []

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-deploy-'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'releases', configs: [] }],
  })
  const { port } = await s3.run()
  bucket = `s3://S3RVER:S3RVER@releases/of?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&pathStyle=1`
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await s3.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

/** The pages of a server with this store, and what a deploy to it needs. */
function installation(place: string) {
  const store = createReleaseStore(openObjectStore(place))
  const { releases, sections } = server.dependencies
  const damage: unknown[] = []
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  mountPages(app, {
    hostFolder: join(folder, 'host'),
    sections,
    releases: createReleaseAssets({ releases, store, onDamage: (_release, cause) => damage.push(cause) }),
    ownOrigins: ['https://pim.example'],
    identityOrigin: undefined,
    remoteFolders: [],
    onViolation: () => {},
  })
  apps.push(app)
  const deployments = createDeployments({ ...server.dependencies, elsewhere: {} })
  const tools: DeployTools = { deployments, store, database: server.database }
  const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/remotes/${path}`, headers })
  return { app, store, tools, get, damage }
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function build(name: string, section: string, text: string, shellContract = '^1.0.0'): string {
  write(`${name}/remote.json`, JSON.stringify({ name: section, shellContract }))
  write(`${name}/strings.json`, JSON.stringify({ 'en-US': { [`${section}.section.title`]: text } }))
  write(`${name}/mf-manifest.json`, '{}')
  write(`${name}/assets/__federation_expose.1.js`, text)
  write(`${name}/assets/__federation_expose.1.js.br`, brotliCompressSync(text))
  return join(folder, name)
}

const lines: string[] = []
const deploy = (tools: DeployTools, section: string, from: string, isDryRun = false) =>
  deployBuild(tools, { folder: from, section, by: 'root', isDryRun, log: (line) => lines.push(line) })

describe('a deployed build', () => {
  it.each(['folder', 'bucket'])(
    'in a %s is live a moment later, with all its encodings, and cached for ever',
    async (kind) => {
      const { tools, get, damage } = installation(kind === 'bucket' ? bucket : join(folder, 'store'))
      const section = `in${kind}`
      const from = build(`build-${kind}`, section, 'const answer = 42')
      const planned = await deploy(tools, section, from, true)
      expect((await get(`${section}/${planned}/mf-manifest.json`)).statusCode).toBe(404)
      const release = await deploy(tools, section, from)
      expect(release).toBe(planned)
      server.dependencies.releases.forget()
      const { remotes } = await server.ok(contract.clientConfiguration.getClientConfiguration, {})
      expect(remotes[section]).toMatchObject({
        release,
        manifestUrl: `/remotes/${section}/${release}/mf-manifest.json`,
      })

      const script = await get(`${section}/${release}/assets/__federation_expose.1.js`)
      expect([script.statusCode, script.body]).toEqual([200, 'const answer = 42'])
      expect(script.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
      })
      const brotli = await get(`${section}/${release}/assets/__federation_expose.1.js`, { 'accept-encoding': 'br' })
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(damage).toEqual([])
      for (const path of ['assets/none.js', '../remote.json', 'release.json', ''])
        expect((await get(`${section}/${release}/${path}`, { accept: 'text/html' })).statusCode).toBe(404)
      expect((await get(`${section}/${'0'.repeat(64)}/mf-manifest.json`)).statusCode).toBe(404)
    },
  )

  it('is named by its files alone, without those of earlier builds that the folder keeps', async () => {
    const { tools } = installation(join(folder, 'store'))
    const from = build('build-kept', 'kept', 'one')
    const alone = await deploy(tools, 'kept', from, true)
    write('build-kept/assets/old.js', 'before')
    write(
      'build-kept/releases.json',
      JSON.stringify([['assets/__federation_expose.1.js', 'assets/__federation_expose.1.js.br'], ['assets/old.js']]),
    )
    expect(await deploy(tools, 'kept', from, true)).toBe(alone)
    write('build-kept/assets/__federation_expose.1.js', 'two')
    expect(await deploy(tools, 'kept', from, true)).not.toBe(alone)
  })

  it('is refused before anything is stored where it does not fit, or is of another section', async () => {
    const { tools } = installation(join(folder, 'store'))
    const from = build('build-new', 'new', 'x', '^99.0.0')
    await expect(deploy(tools, 'new', from)).rejects.toThrow("It needs ^99.0.0 of the shell's contract")
    await expect(deploy(tools, 'media', from)).rejects.toThrow('is a build of new, not of media')
    await expect(deploy(tools, 'media', join(folder, 'nothing'))).rejects.toThrow('no remote.json')
    expect(readdirSync(join(folder, 'store'))).not.toContain('new')
  })

  it('leaves the store when nobody gets it any more, and the last ones stay', async () => {
    const { tools, store } = installation(join(folder, 'store'))
    const ids: string[] = []
    for (const text of ['1', '2', '3', '4', '5'])
      ids.push(await deploy(tools, 'swept', build(`build-swept-${text}`, 'swept', text)))
    expect(await Promise.all(ids.map((id) => store.files('swept', id).then((files) => files !== undefined)))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    const told = describeSection(await tools.deployments.find('swept'))
    expect(told[1]).toContain(`${ids[4]?.slice(0, 12)}`)
    expect(told[1]).toContain('live')
  })
})

describe('a file in the store that is not what was deployed', () => {
  const keyed = (section: string, release: string) => join(folder, 'store', section, release)

  it('is not served, is told, and the others are', async () => {
    const { tools, get, damage } = installation(join(folder, 'store'))
    const release = await deploy(tools, 'changed', build('build-changed', 'changed', 'a good script'))
    const place = keyed('changed', release)
    const name = readdirSync(place).find((file) => readFileSync(join(place, file), 'utf8') === 'a good script')
    writeFileSync(join(place, name ?? ''), 'an evil scrip')
    const script = await get(`changed/${release}/assets/__federation_expose.1.js`, { accept: 'text/html' })
    expect(script.statusCode).toBe(404)
    expect(script.body).not.toContain('evil')
    expect(damage).toHaveLength(1)
    expect((await get(`changed/${release}/mf-manifest.json`)).statusCode).toBe(200)
  })

  it('is not served either where the list of the files was changed with it', async () => {
    const { tools, get, damage } = installation(join(folder, 'store'))
    const release = await deploy(tools, 'relisted', build('build-relisted', 'relisted', 'a good script'))
    const other = await deploy(tools, 'relisted', build('build-evil', 'relisted', 'an evil script'))
    for (const file of readdirSync(keyed('relisted', other)))
      writeFileSync(join(keyed('relisted', release), file), readFileSync(join(keyed('relisted', other), file)))
    expect((await get(`relisted/${release}/assets/__federation_expose.1.js`)).statusCode).toBe(404)
    expect(String(damage[0])).toContain('the list of its files was changed')
  })
})
