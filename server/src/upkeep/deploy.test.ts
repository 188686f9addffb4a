import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import S3rver from '@20minutes/s3rver'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type FastifyInstance, fastify } from 'fastify'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { browserCookies } from '../http/pages/browser-cookies.ts'
import { mountPages } from '../http/pages/mount-pages.ts'
import { createReleaseAssets } from '../http/pages/release-assets.ts'
import { createDeployments, keepServerBuilds } from '../modules/sections/index.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { createReleaseStore, lockDeployment, readBuild } from '../platform/releases/index.ts'
import { sectionsIn } from '../platform/sections/index.ts'
import { type DeployTools, deployBuild } from './deploy.ts'

let server: TestServer
let folder: string
let s3: S3rver
let bucket: string
const apps: FastifyInstance[] = []

beforeAll(async () => {
  // A server of its own: it deploys sections for all tenants.
  server = await startOwnServer()
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
    identity: undefined,
    remoteFolders: [],
    settings: '{}',
    cookies: browserCookies(new URL('https://pim.example')),
    workerKey: async (browser) => `the key of ${browser}`,
    isReturn: (_request, query) => query === 'mark',
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
const deploy = async (tools: DeployTools, section: string, from: string, isDryRun = false) =>
  (await deployBuild(tools, { folder: from, section, by: 'root', isDryRun, log: (line) => lines.push(line) })).release

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
        'content-type': 'text/javascript',
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

  it('is refused where its folder has links, files of two builds, too much, or the name of no section', async () => {
    const { tools } = installation(join(folder, 'store'))
    const made = (name: string, change: (from: string) => void, section = 'odd') => {
      const from = build(`odd-${name}`, section, name)
      change(from)
      return deploy(tools, section, from)
    }
    const manifest = (integrity: Record<string, string>) => (from: string) =>
      writeFileSync(join(from, 'mf-manifest.json'), JSON.stringify({ integrity }))
    const script = 'assets/__federation_expose.1.js'
    const hash = `sha256-${createHash('sha256').update('good').digest('base64')}`
    await expect(made('link', (from) => symlinkSync('/etc/passwd', join(from, 'assets/a.js')))).rejects.toThrow(
      'a link',
    )
    await expect(made('folder', (from) => symlinkSync('/etc', join(from, 'more')))).rejects.toThrow('a link')
    await expect(made('other', manifest({ [script]: hash }))).rejects.toThrow('not the file that was built with')
    const listed = (from: string) => writeFileSync(join(from, 'integrity.json'), JSON.stringify({ [script]: hash }))
    await expect(made('listed', listed)).rejects.toThrow('not the file that was built with')
    await expect(made('lost', manifest({ 'assets/gone.js': hash }))).rejects.toThrow('assets/gone.js is missing')
    await made('good', manifest({ [script]: hash }))
    await expect(
      made('huge', (from) => {
        writeFileSync(join(from, 'huge.js'), '')
        // Takes no room on the disk, and is read for as long as the limit lets it.
        truncateSync(join(from, 'huge.js'), 300 * 2 ** 20)
      }),
    ).rejects.toThrow('more than 67108864 bytes')
    await expect(made('half', (from) => writeFileSync(join(from, 'remote.json'), '{"na'))).rejects.toThrow('not JSON')
    await expect(made('upwards', () => {}, '../../odd')).rejects.toThrow('is no name of a section')
  })

  it('is nowhere written down where the store is out of reach', async () => {
    const away = `s3://S3RVER:S3RVER@releases/of?endpoint=${encodeURIComponent('http://127.0.0.1:9')}&pathStyle=1`
    const { tools } = installation(away)
    await expect(deploy(tools, 'away', build('build-away', 'away', 'x'))).rejects.toThrow()
    await expect(tools.deployments.find('away')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('waits for another change of its section, and what people get is what one after the other would give', async () => {
    const { tools } = installation(join(folder, 'store'))
    const first = await deploy(tools, 'busy', build('build-busy-0', 'busy', '0'))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // A database that is slow: another change of the section has begun and does not end.
    const slow = server.database.asSystem(async (system) => {
      await lockDeployment(system, 'busy')
      await held
    })
    const both = ['1', '2'].map((text) => deploy(tools, 'busy', build(`build-busy-${text}`, 'busy', text)))
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await server.rows.look(waiting)).length).toBeGreaterThanOrEqual(2)
    expect((await tools.deployments.find('busy')).live?.release).toBe(first)
    release()
    await slow
    const ids = await Promise.all(both)
    const { live, changes } = await tools.deployments.find('busy')
    expect(ids).toContain(live?.release)
    // The newest change comes first.
    expect(changes.filter(({ action }) => action === 'promote').map((change) => change.release)).toEqual([
      live?.release,
      ids.find((id) => id !== live?.release),
      first,
    ])
    await tools.deployments.rollBack('busy', 'root')
    expect((await tools.deployments.find('busy')).live?.release).toBe(ids.find((id) => id !== live?.release))
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
    const { live, releases } = await tools.deployments.find('swept')
    expect([live?.release, releases[0]?.release]).toEqual([ids[4], ids[4]])
  })
})

describe('the build that came with the server', () => {
  const script = 'assets/__federation_expose.1.js'

  /** A server of this installation that starts with the builds of a folder, as the product does. */
  async function startsWith(tools: DeployTools, section: string, distFolder: string) {
    const faults: unknown[] = []
    await keepServerBuilds({
      ...tools,
      sections: async () => [{ name: section, manifestUrl: `/remotes/${section}/mf-manifest.json`, distFolder }],
      elsewhere: {},
      onFault: (_message, cause) => faults.push(cause),
    })
    return faults
  }
  /** A server that has the folder, and what all its people run. */
  function serverOf(get: ReturnType<typeof installation>['get'], section: string) {
    const sections = sectionsIn({ root: join(folder, 'tree'), releases: server.dependencies.releases })
    return async () => {
      server.dependencies.releases.forget()
      const { release, manifestUrl } = (await sections()).find(({ name }) => name === section) ?? {}
      const { body } = await get(`${manifestUrl?.slice('/remotes/'.length, -'mf-manifest.json'.length)}${script}`)
      return { release, runs: body }
    }
  }

  it('is a release by its hash: deploys, canaries and what is built in its folder leave it, and going back leads to it', async () => {
    const { tools, get } = installation(join(folder, 'store'))
    const { deployments, store } = tools
    const folderOf = (text: string) => build('tree/remote-based/dist', 'based', text)
    const own = (await readBuild(folderOf('came with the server'))).release
    expect(await startsWith(tools, 'based', folderOf('came with the server'))).toEqual([])
    const everybody = serverOf(get, 'based')
    const withServer = { release: own, runs: 'came with the server' }
    expect(await everybody()).toEqual(withServer)

    const canary = { percent: 50 }
    const deployed = async (text: string, share?: typeof canary) => {
      const { release } = await deployBuild(tools, {
        folder: build(`based-${text}`, 'based', text),
        section: 'based',
        by: 'root',
        canary: share,
        isDryRun: false,
        log: () => {},
      })
      return release
    }
    const one = await deployed('one')
    expect(await everybody()).toEqual({ release: one, runs: 'one' })
    const two = await deployed('two', canary)
    // Built anew under the running server, as the build of a deploy once was.
    folderOf('two')
    expect((await deployments.find('based')).canary?.release).toBe(two)
    await deployments.rollBack('based', 'root')
    expect(await everybody()).toEqual({ release: one, runs: 'one' })
    expect((await deployments.find('based')).canary).toBeUndefined()
    await deployments.rollBack('based', 'root')
    expect(await everybody()).toEqual(withServer)
    expect((await deployments.find('based')).releases.map(({ release }) => release)).toContain(own)

    // A canary of what everybody has is refused, also by its files.
    folderOf('came with the server')
    await expect(deployed('came with the server', canary)).rejects.toMatchObject({ code: 'RELEASE_IS_LIVE' })
    // Many deploys later it is there all the same.
    for (const text of ['3', '4', '5', '6']) await deployed(text)
    expect(await store.files('based', own)).toBeDefined()
    expect(await store.files('based', one)).toBeUndefined()
  })

  it('is the one of the server that started last, is stored again where the store lost it, and its folder serves where it fits not', async () => {
    const { tools, get } = installation(join(folder, 'store'))
    const folderOf = (text: string, contract?: string) => build('tree/remote-later/dist', 'later', text, contract)
    const everybody = serverOf(get, 'later')
    await startsWith(tools, 'later', folderOf('first'))
    await startsWith(tools, 'later', folderOf('second'))
    const { release = '', runs } = await everybody()
    expect(runs).toBe('second')
    expect((await tools.deployments.find('later')).serverRelease).toBe(release)
    const { changes } = await tools.deployments.find('later')
    await tools.store.remove('later', release)
    await startsWith(tools, 'later', folderOf('second'))
    expect(await tools.store.files('later', release)).toBeDefined()
    // No step of anybody's.
    expect((await tools.deployments.find('later')).changes).toEqual(changes)

    const [fault] = await startsWith(tools, 'later', folderOf('too new', '^99.0.0'))
    expect(String(fault)).toContain("It needs ^99.0.0 of the shell's contract")
    expect((await tools.deployments.find('later')).serverRelease).toBe(release)
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
