import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { localesIn, sectionsIn } from './index.ts'

let root: string
const faults: string[] = []
const onFault = (message: string) => void faults.push(message)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pim-sections-'))
  faults.length = 0
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, content: unknown): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}
/** A server that deploys a section which this server has not built. */
async function serve(files: Readonly<Record<string, unknown>>) {
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = url in files ? 200 : 404
    response.end(JSON.stringify(files[url]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
const half = (name: string, position: number) => ({
  name,
  shellContract: '^1.0.0',
  paths: [`/${name}`],
  titleKey: `${name}.title`,
  position,
})

describe('sections', () => {
  it('are those that were built, by position, with their description for the shell', async () => {
    await write('remote-b/dist/remote.json', half('b', 2))
    await write('remote-a/dist/remote.json', { ...half('a', 1), featureToggle: 'aEnabled' })
    await write('remote-not-built/remote.json', half('c', 3))
    const sections = await sectionsIn({ root, onFault })()
    expect(sections.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(sections[0]).toMatchObject({
      manifestUrl: '/remotes/a/mf-manifest.json',
      featureToggle: 'aEnabled',
      paths: ['/a'],
      distFolder: join(root, 'remote-a', 'dist'),
    })
    expect(faults).toEqual([])
  })

  it('leave out one whose description is broken, and no other', async () => {
    await write('remote-a/dist/remote.json', half('a', 1))
    await write('remote-b/dist/remote.json', '{"name":')
    await write('remote-c/dist/remote.json', { shellContract: 3 })
    expect((await sectionsIn({ root, onFault })()).map(({ name }) => name)).toEqual(['a'])
    expect(faults).toHaveLength(2)
  })

  it('that are deployed while the server runs are found a second later', async () => {
    let clock = 1_000_000
    const sections = sectionsIn({ root, onFault, now: () => clock })
    expect(await sections()).toEqual([])
    await write('remote-a/dist/remote.json', half('a', 1))
    expect(await sections()).toEqual([])
    clock += 1_000
    expect((await sections()).map(({ name }) => name)).toEqual(['a'])
  })

  it('are loaded from another server where an override names it, with their description from there', async () => {
    await write('remote-a/dist/remote.json', half('a', 1))
    const { origin, close } = await serve({
      '/v2/remote.json': { ...half('a', 1), paths: ['/new-a'] },
      '/v2/strings.json': { 'en-US': { 'a.title': 'A' } },
    })
    const overrides = {
      a: `${origin}/v2/mf-manifest.json`,
      gone: `${origin}/gone/mf-manifest.json`,
      near: '/near/mf-manifest.json',
    }
    const sections = await sectionsIn({ root, onFault, overrides })()
    await close()
    expect(sections).toHaveLength(2)
    expect(sections).toMatchObject([
      { name: 'a', manifestUrl: overrides.a, paths: ['/new-a'], strings: { 'en-US': { 'a.title': 'A' } } },
      { name: 'near', manifestUrl: overrides.near },
    ])
    expect(faults).toEqual([
      `The section at ${overrides.gone} has no remote.json that can be read`,
      `The section at ${overrides.gone} has no strings.json that can be read`,
    ])
  })

  it('from another server keep the last description while that does not answer, and are left out before the first one', async () => {
    let clock = 1_000_000
    await write('remote-a/dist/remote.json', half('a', 1))
    const files: Record<string, unknown> = {}
    const { origin, close } = await serve(files)
    const sections = sectionsIn({ root, onFault, now: () => clock, overrides: { a: `${origin}/mf-manifest.json` } })
    expect(await sections()).toEqual([])
    files['/remote.json'] = { ...half('a', 1), featureToggle: 'aEnabled' }
    clock += 3_000
    expect(await sections()).toMatchObject([{ name: 'a', featureToggle: 'aEnabled' }])
    await close()
    clock += 60_000
    expect(await sections()).toMatchObject([{ name: 'a', featureToggle: 'aEnabled' }])
  })

  it('from another server are known by the files of the manifest whose hash stands behind the address, and by no others', async () => {
    let clock = 1_000_000
    const text = JSON.stringify(half('a', 1))
    const hashOf = (of: string) => `sha256-${createHash('sha256').update(of).digest('base64')}`
    const manifest = { integrity: { 'remote.json': hashOf(text), 'strings.json': hashOf('{}') } }
    const files: Record<string, unknown> = { '/mf.json': manifest, '/remote.json': half('a', 1), '/strings.json': {} }
    const { origin, close } = await serve(files)
    const overrides = { a: `${origin}/mf.json#${hashOf(JSON.stringify(manifest))}` }
    const sections = sectionsIn({ root, onFault, now: () => clock, overrides })
    expect(await sections()).toMatchObject([{ name: 'a', paths: ['/a'], manifestUrl: overrides.a }])
    for (const changed of [
      { '/remote.json': { ...half('a', 1), paths: ['/'] } },
      { '/mf.json': { integrity: {} }, '/remote.json': { ...half('a', 1), paths: ['/'] } },
    ]) {
      Object.assign(files, changed)
      clock += 60_000
      await sections()
      await expect.poll(() => faults.length).toBeGreaterThan(0)
      clock += 1_000
      expect(await sections()).toMatchObject([{ name: 'a', paths: ['/a'] }])
      faults.length = 0
      // Nor by a server that has never seen it otherwise.
      expect(await sectionsIn({ root, onFault, overrides })()).toEqual([])
      faults.length = 0
    }
    await close()
  })

  it('from another server stay without texts where those cannot be loaded, and are loaded again a minute later', async () => {
    let clock = 1_000_000
    const files: Record<string, unknown> = { '/remote.json': half('a', 1), '/strings.json': { 'en-US': { n: 7 } } }
    const { origin, close } = await serve(files)
    const sections = sectionsIn({ root, onFault, now: () => clock, overrides: { a: `${origin}/mf-manifest.json` } })
    expect((await sections())[0]).toMatchObject({ name: 'a', paths: ['/a'], strings: undefined })
    expect(faults).toHaveLength(1)
    files['/strings.json'] = { 'en-US': { 'a.title': 'A' } }
    clock += 59_000
    expect((await sections())[0]?.strings).toBeUndefined()
    clock += 1_000
    expect((await sections())[0]?.strings).toEqual({ 'en-US': { 'a.title': 'A' } })
    await close()
  })
})

describe('strings', () => {
  it('are merged by language from the host, the shared packages and the sections', async () => {
    await write('host/locales/en-US.json', { 'host.title': 'Title' })
    await write('shared/ui/locales/en-US.json', { 'ui.close': 'Close' })
    await write('remote-a/locales/en-US.json', { 'a.title': 'A' })
    await write('remote-a/locales/sv-SE.json', { 'a.title': 'Å' })
    await write('server/locales/en-US.json', { 'server.secret': 'not for screens' })
    expect(await localesIn(root, onFault)).toEqual([
      { languageCode: 'en-US', entries: { 'a.title': 'A', 'host.title': 'Title', 'ui.close': 'Close' } },
      { languageCode: 'sv-SE', entries: { 'a.title': 'Å' } },
    ])
    expect(faults).toEqual([])
  })

  it('leave out a file that is broken, and no other', async () => {
    await write('host/locales/en-US.json', { 'host.title': 'Title' })
    await write('remote-a/locales/en-US.json', '{')
    await write('remote-b/locales/en-US.json', { 'b.title': 7 })
    expect(await localesIn(root, onFault)).toEqual([{ languageCode: 'en-US', entries: { 'host.title': 'Title' } }])
    expect(faults).toHaveLength(2)
  })

  it('of a section from another server are its own, without those of the source tree', async () => {
    await write('host/locales/en-US.json', { 'host.title': 'Title' })
    await write('remote-a/locales/en-US.json', { 'a.title': 'Old A', 'a.gone': 'Gone' })
    await write('remote-b/locales/en-US.json', { 'b.title': 'B' })
    const strings = { 'en-US': { 'a.title': 'New A', 'host.title': 'Mine' }, 'sv-SE': { 'a.title': 'Å' } }
    expect(await localesIn(root, onFault, [{ name: 'a', strings }, { name: 'b' }])).toEqual([
      { languageCode: 'en-US', entries: { 'a.title': 'New A', 'b.title': 'B', 'host.title': 'Title' } },
      { languageCode: 'sv-SE', entries: { 'a.title': 'Å' } },
    ])
    expect(faults).toEqual([
      '"host.title" stands in host/locales/en-US.json and in the section a, with different words',
    ])
  })

  it('of a section that was built here are whole, though its description has some of them', async () => {
    const all = { 'a.title': 'Titel', 'a.save': 'Sichern' }
    await write('remote-a/dist/remote.json', { ...half('a', 1), strings: { 'de-DE': { 'a.title': 'Titel' } } })
    await write('remote-a/locales/de-DE.json', all)
    const sections = await sectionsIn({ root, onFault })()
    expect(await localesIn(root, onFault, sections)).toEqual([{ languageCode: 'de-DE', entries: all }])
  })

  it('have one file each, and a conflict is reported', async () => {
    await write('host/locales/en-US.json', { save: 'Save' })
    await write('remote-a/locales/en-US.json', { save: 'Keep' })
    expect(await localesIn(root, onFault)).toEqual([{ languageCode: 'en-US', entries: { save: 'Save' } }])
    expect(faults[0]).toContain('"save" stands in host/locales/en-US.json and in remote-a/locales/en-US.json')
  })
})

describe('the strings of this product', () => {
  it('can all be read, without a conflict', async () => {
    await localesIn(join(import.meta.dirname, '../../../..'), onFault)
    expect(faults).toEqual([])
  })
})
