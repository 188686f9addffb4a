import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contract, type DeployRight } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { filesOfBuild } from '../../server/testing/section-build.ts'
import { startOwnServer, type TestServer } from '../../server/testing/test-server.ts'
import { readDeployArguments, runDeploy } from '../../shared/build/src/deploy/deploy-command.ts'
import { readOrigin } from '../../shared/build/src/deploy/origin.ts'
import { archiveOf } from '../../shared/build/src/deploy/release-archive.ts'
import { remoteInstallation } from '../../shared/build/src/deploy/remote-installation.ts'

const as = { userId: 'operator', tenants: [], roles: ['admin'] }
const all: DeployRight[] = ['upload', 'canary', 'live', 'pin']
let server: TestServer
let folder: string
let address: string
let key: string

beforeAll(async () => {
  // A server of its own: it listens at a port, and releases are those of all tenants.
  server = await startOwnServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-by-key-'))
  address = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  key = await newKey('orders', all)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const newKey = async (section: string, rights: DeployRight[]) =>
  (await server.ok(contract.deployKeys.createDeployKey, { as, body: { section, name: 'CI', rights } })).key

/** A file with a name that is too long for one field of an archive, as the build of a section may write it. */
function build(section: string, script: string): string {
  const place = join(folder, `${section}-${script}`)
  const deep = `assets/${'chunks-of-a-section/'.repeat(6)}${'a'.repeat(60)}.js`
  for (const [path, text] of Object.entries({ ...filesOfBuild(section, script), [deep]: script })) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
  return place
}

/** The command of a section's team: an address, a key and its arguments. Answers what it says. */
async function deploys(args: string, options: { by?: string; section?: string; folder?: string } = {}) {
  const { section = 'orders', by = key } = options
  const { values, positionals } = readDeployArguments(args.split(' ').filter((arg) => arg !== '')) ?? {
    positionals: [],
  }
  if (values === undefined) throw new Error('no arguments of the command')
  const said: string[] = []
  const origin = { commit: 'c0ffee', by: 'CI of orders', packages: { '@pim/shell': '2.7.0' } }
  await runDeploy(remoteInstallation(address, by), {
    section,
    named: positionals[0],
    values,
    build: async () => ({ section, folder: options.folder ?? build(section, 'one'), origin }),
    say: (line) => said.push(line),
  })
  return said
}
const everybodyGets = async () => {
  server.dependencies.releases.forget()
  return (await server.ok(contract.clientConfiguration.getClientConfiguration, {})).remotes.orders?.release
}

describe('a section of a team that has an address and a key', () => {
  it('is looked at, deployed, tried, promoted, pinned and taken back, with words for each, and served from the store', async () => {
    const [looked] = await deploys('--dry-run')
    expect(await everybodyGets()).toBeUndefined()
    const [deployed, remark] = await deploys('')
    expect(deployed).toBe(looked)
    expect(deployed).toMatch(/^orders [0-9a-f]{64}: 5 files, 1 kB, for everybody$/)
    expect(remark).toBe('It has no texts in sv-SE and de-DE: people who read these get those of en-US.')
    const first = await everybodyGets()
    expect(deployed).toContain(String(first))
    const [file] = (await server.dependencies.releaseStore.files('orders', String(first))) ?? []
    expect(file?.sha256).toHaveLength(64)

    expect((await deploys('--list')).join('\n')).toMatch(
      new RegExp(
        `${first?.slice(0, 12)}.*CI \\(deploy key\\)  live\n.*commit c0ffee, by CI of orders, signed by the key CI\n.*with @pim/shell@2\\.7\\.0`,
      ),
    )
    const canary = await deploys('--canary-tenants nordic', { folder: build('orders', 'two') })
    expect(canary[0]).toContain('for the people of nordic')
    expect(canary.at(-1)).toContain('Nobody who has signed in so far falls into this canary')
    await deploys('--rollback')
    expect(await everybodyGets()).toBe(first)
    const [kept] = await deploys('--upload', { folder: build('orders', 'three') })
    expect(kept).toContain('for nobody yet')
    const third = kept?.slice('orders '.length, 'orders '.length + 64) ?? ''
    expect(await everybodyGets()).toBe(first)
    await deploys(`--promote ${third.slice(0, 12)}`)
    expect(await everybodyGets()).toBe(third)
    await deploys(`--pin ${first} --tenant acme`)
    await deploys('--unpin --tenant acme')
    expect((await deploys('--rollback')).at(-1)).toBe(`live: ${first}`)
    const { changes } = await server.ok(contract.sections.getSection, { as, params: { section: 'orders' } })
    expect(changes.slice(0, 3).map(({ action, by }) => [action, by])).toEqual([
      ['rollBack', 'CI (deploy key)'],
      ['promote', 'CI (deploy key)'],
      ['upload', 'CI (deploy key)'],
    ])
  })

  it('is told in words what is refused: a first release, a live one, a right, a section, a key, and texts', async () => {
    const own = { section: 'first', by: await newKey('first', all), folder: build('first', 'one') }
    await deploys('', own)
    await expect(deploys('--rollback', own)).rejects.toThrow(
      'This is the first release of first: going back takes the section away from everybody. Say --take-away to do that.',
    )
    await expect(deploys('--canary 10%', own)).rejects.toThrow('Everybody gets this release already')
    expect(await deploys('--rollback --take-away', own)).toEqual([
      'first: it is taken away from everybody',
      'live: nothing',
    ])
    await expect(deploys('--rollback', own)).rejects.toThrow('first has nothing to go back from')
    await expect(deploys('', { ...own, by: await newKey('first', ['upload']) })).rejects.toThrow(
      'This takes a key with the right live; this one has upload. (FORBIDDEN)',
    )
    await expect(deploys('', { ...own, by: key })).rejects.toThrow('This key is for the section orders alone.')
    await expect(deploys('', { ...own, by: 'pim_made-up' })).rejects.toThrow('is unknown, ended or revoked')
    await expect(deploys('', { folder })).rejects.toThrow('is no build of a section: build it first')
    await expect(deploys('--canary 100%', own)).rejects.toThrow('from 1% to 99%')
    await expect(deploys('--pin abc', own)).rejects.toThrow('--tenant names the tenant')
  })

  it('comes as it was signed, or not at all', async () => {
    const place = build('orders', 'signed')
    const origin = { commit: 'c0ffee' }
    const sent = async (archive: Buffer) =>
      await server.call(contract.sections.uploadRelease, {
        apiKey: key,
        as: 'nobody',
        params: { section: 'orders' },
        file: new Blob([new Uint8Array(archive)]),
        fileName: 'orders.tar',
      })
    const good = archiveOf({ section: 'orders', folder: place, origin }, key)
    expect(archiveOf({ section: 'orders', folder: place, origin }, key)).toEqual(good)
    const otherOrigin = Buffer.from(good.toString('latin1').replace('c0ffee', 'c0ffe1'), 'latin1')
    const other = archiveOf({ section: 'orders', folder: place, origin }, await newKey('orders', all))
    for (const archive of [otherOrigin, other])
      expect((await sent(archive)).problem?.message).toContain('is not signed by this key')
    const otherFile = Buffer.from(good.toString('latin1').replaceAll('signed\0', 'sighed\0'), 'latin1')
    expect((await sent(otherFile)).problem?.message).toContain('they were changed on the way')
    expect((await sent(good)).status).toBe(201)
  })
})

describe('the key of a team', () => {
  it('is sent to https alone, and nowhere that an address leads to', async () => {
    for (const [at, words] of [
      ['http://pim.example', 'has to begin with https'],
      ['https://key@pim.example', 'names the installation alone'],
      ['https://pim.example/?key=1', 'names the installation alone'],
      ['pim', 'is no address'],
    ] as const)
      expect(() => remoteInstallation(at, key)).toThrow(words)
    let seen = 0
    const elsewhere = createServer((_request, response) => {
      seen += 1
      response.writeHead(307, { location: `${address}/api/sections/orders` }).end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const at = elsewhere.address()
    const port = typeof at === 'object' ? at?.port : 0
    await expect(remoteInstallation(`http://127.0.0.1:${port}`, key).find('orders')).rejects.toThrow('leads elsewhere')
    expect(seen).toBe(1)
    elsewhere.close()
  })
})

describe('where a release comes from', () => {
  it('is the commit, with what is not in it, the person and the packages of the product', () => {
    const place = join(folder, 'repository')
    mkdirSync(join(place, 'node_modules/@pim/shell'), { recursive: true })
    writeFileSync(join(place, 'node_modules/@pim/shell/package.json'), JSON.stringify({ version: '2.8.0' }))
    expect(readOrigin(place, { GITHUB_ACTOR: 'ada', GITHUB_SHA: 'abc' })).toEqual({
      commit: 'abc',
      by: 'ada',
      packages: { '@pim/shell': '2.8.0' },
    })
  })
})
