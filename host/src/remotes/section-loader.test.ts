import { describe, expect, it, rs } from '@rstest/core'
import type { Federation } from './federation.ts'
import type { LoadedSection } from './loaded-section.ts'
import { manifestCache } from './manifests.ts'
import { createSectionLoader, type SectionState } from './section-loader.ts'
import type { Section } from './sections.ts'

const content: Section = {
  name: 'content',
  manifestUrl: '/remotes/content/mf-manifest.json',
  shellContract: '^1.0.0',
  screens: new Map([['/content-items', { titleKey: 'content.section.title' }]]),
  home: '/content-items',
  placement: 'switcher',
  titleKey: 'content.section.title',
  isOverridden: false,
  commands: [],
  menu: [],
  fills: {},
}
const remote: LoadedSection = { routes: [], strings: { 'en-US': { a: 'A' } } }
const never = new Promise<never>(() => undefined)
const deadline = 8_000

const chunkMissing = () => Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError', request: '' })

const manifestOf = (file: string) => ({
  metaData: { globalName: 'section_build', remoteEntry: { path: '', name: 'remoteEntry.js' } },
  exposes: [{ assets: { js: { sync: [file] }, css: { sync: [] } } }],
})

/** `useVariations` is a retired member, which is not there yet. */
const lentModule = { PageHeader: true, registerCall: true, useAccount: true, useTenant: true, useVariations: undefined }

function setUp(load: Federation['load'], files: Record<string, unknown> = {}) {
  const lent: string[] = []
  const asked: string[] = []
  const loaded: LoadedSection[] = []
  const served: Record<string, unknown> = {
    [content.manifestUrl]: manifestOf('assets/remote.0.js'),
    '/remotes/content/remote.json': { shellContract: '^1.0.0' },
    ...files,
  }
  const manifests = manifestCache(async (url) => {
    const { pathname } = new URL(url, 'http://pim.test')
    asked.push(pathname)
    const file = served[pathname]
    return file === undefined ? new Response('', { status: 404 }) : Response.json(file)
  }, 1_000)
  const fetched: string[] = []
  const loader = createSectionLoader({
    fetchFile: (url) => fetched.push(new URL(url).pathname),
    fetchAll: async (urls) => {
      if (served.files === undefined) throw new Error('Refused.')
      return `${urls.length} ${served.files}`
    },
    findRefused: async () => served.isRefused === true,
    findChanged: async (integrity) => Object.keys(integrity).find((url) => served.changed === new URL(url).pathname),
    findAbsent: async (urls) => urls.find((url) => served.absent === new URL(url).pathname),
    loadCalls: async () => lent.push('calls'),
    loadRetired: async () => lent.push('retired members'),
    federation: { load, lentModule: async () => lentModule },
    manifests,
    onLoaded: (definition) => {
      loaded.push(definition)
      return undefined
    },
    deadline,
  })
  const settled = (section: Section) =>
    new Promise<SectionState>((resolve) => {
      const look = () => {
        const state = loader.state(section)
        if (state.status !== 'loading' && !(state.status === 'failed' && state.isRetrying)) resolve(state)
      }
      loader.store.subscribe(look)
      look()
    })
  return { loader, asked, fetched, loaded, settled, served, lent }
}

describe('a section', () => {
  it('is ready once it is loaded and its strings are added', async () => {
    const { loader, loaded, settled } = setUp(async () => ({ remote }))
    loader.load(content)
    expect((await settled(content)).status).toBe('ready')
    expect(loaded).toEqual([remote])
  })

  it('is loaded once, however often it is opened', async () => {
    let loads = 0
    const { loader, settled } = setUp(async () => {
      loads += 1
      return { remote }
    })
    loader.load(content)
    await settled(content)
    loader.load(content)
    expect(loads).toBe(1)
  })

  it('that hangs is given up at the deadline', async () => {
    using _ = rs.useFakeTimers()
    const { loader } = setUp(() => never)
    loader.load(content)
    await rs.advanceTimersByTimeAsync(deadline - 1)
    expect(loader.state(content)).toEqual({ status: 'loading' })
    await rs.advanceTimersByTimeAsync(1)
    expect(loader.state(content)).toMatchObject({ status: 'failed', failure: { reason: 'timeout' } })
  })

  it('that comes after the deadline is shown all the same', async () => {
    using _ = rs.useFakeTimers()
    const { loader } = setUp(async () => {
      await new Promise((resolve) => setTimeout(resolve, deadline + 1_000))
      return { remote }
    })
    loader.load(content)
    await rs.advanceTimersByTimeAsync(deadline)
    expect(loader.state(content).status).toBe('failed')
    await rs.advanceTimersByTimeAsync(1_000)
    expect(loader.state(content).status).toBe('ready')
  })

  it('that cannot be fetched is unreachable, and a retry loads it from the start, with its panel until then', async () => {
    const attempts: number[] = []
    const { loader, settled } = setUp(async (_build, attempt) => {
      attempts.push(attempt)
      if (attempt === 1) throw chunkMissing()
      return { remote }
    })
    loader.load(content)
    expect(await settled(content)).toMatchObject({ status: 'failed', failure: { reason: 'unreachable' } })
    loader.retry(content)
    expect(loader.state(content)).toMatchObject({ status: 'failed', isRetrying: true })
    expect((await settled(content)).status).toBe('ready')
    expect(attempts).toEqual([1, 2])
  })

  it('whose server is there, but lets no page of this product read it, is told apart from one that is away', async () => {
    const { loader, settled, served } = setUp(async () => ({ remote }), { [content.manifestUrl]: undefined })
    served.isRefused = true
    loader.load(content)
    await settled(content)
    await rs.waitUntil(() => {
      const state = loader.state(content)
      return state.status === 'failed' && state.failure.reason === 'refused'
    })
  })

  it('that cannot be fetched comes back by itself, and runs only once all its files are there', async () => {
    using _ = rs.useFakeTimers()
    let runs = 0
    const { loader, served } = setUp(async () => {
      runs += 1
      if (runs === 1) throw chunkMissing()
      return { remote }
    })
    loader.load(content)
    await rs.advanceTimersByTimeAsync(0)
    expect(loader.state(content).status).toBe('failed')
    const stop = loader.keepRetrying(content)
    await rs.advanceTimersByTimeAsync(60_000)
    expect([loader.state(content).status, runs]).toEqual(['failed', 1])
    served.files = 'whole'
    await rs.advanceTimersByTimeAsync(5_000)
    expect([loader.state(content).status, runs]).toEqual(['ready', 2])
    stop()
  })

  it('that throws while it is loaded runs once more, and then when its files are others', async () => {
    using _ = rs.useFakeTimers()
    let runs = 0
    const { loader, served } = setUp(
      async () => {
        runs += 1
        if (served.files === 'bad') throw new TypeError('x is undefined')
        return { remote }
      },
      { files: 'bad' },
    )
    loader.load(content)
    await rs.advanceTimersByTimeAsync(0)
    const stop = loader.keepRetrying(content)
    await rs.advanceTimersByTimeAsync(60_000)
    expect(loader.state(content)).toMatchObject({ failure: { reason: 'broken' } })
    expect(runs).toBe(2)
    served.files = 'good'
    await rs.advanceTimersByTimeAsync(5_000)
    expect(loader.state(content).status).toBe('ready')
    stop()
  })

  it('that throws while it is drawn is not run again until there is another release', async () => {
    using _ = rs.useFakeTimers()
    let runs = 0
    const { loader, served } = setUp(
      async () => {
        runs += 1
        return { remote }
      },
      { files: 'whole' },
    )
    loader.load(content)
    await rs.advanceTimersByTimeAsync(0)
    loader.fail(content, new TypeError('x is undefined'))
    expect(loader.state(content)).toMatchObject({ failure: { reason: 'broken' } })
    const stop = loader.keepRetrying(content)
    await rs.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(1)
    served[content.manifestUrl] = manifestOf('assets/remote.9.js')
    await rs.advanceTimersByTimeAsync(5_000)
    expect([loader.state(content).status, runs]).toEqual(['ready', 2])
    stop()
  })

  it('of which a part is gone says that there is a newer release, where there is one', async () => {
    const { loader, settled, served } = setUp(async () => ({ remote }))
    loader.load(content)
    await settled(content)
    served[content.manifestUrl] = manifestOf('assets/remote.9.js')
    loader.fail(content, chunkMissing())
    expect(loader.state(content)).toMatchObject({ failure: { reason: 'incomplete' } })
    await rs.waitUntil(() => {
      const state = loader.state(content)
      return state.status === 'failed' && state.failure.reason === 'outdated'
    })
  })

  it('is another one for a tenant with a build of its own', async () => {
    const own = { ...content, manifestUrl: '/canary/mf-manifest.json', isOverridden: true }
    const remotes = { '/remotes/content/': remote, '/canary/': { routes: [], strings: {} } }
    const { loader, loaded, settled } = setUp(
      async ({ entry }) => ({ remote: remotes[new URL('.', entry).pathname as keyof typeof remotes] }),
      { [own.manifestUrl]: manifestOf('assets/own.js'), '/canary/remote.json': { shellContract: '^1.0.0' } },
    )
    loader.load(content)
    expect(await settled(content)).toEqual({ status: 'ready', remote })
    loader.load(own)
    expect(await settled(own)).toEqual({ status: 'ready', remote: remotes['/canary/'] })
    loader.load(content)
    expect(loaded).toEqual([remote, remotes['/canary/'], remote])
  })

  it('that is loaded and throws is loaded again by a retry', async () => {
    const remotes = [remote, { routes: [], strings: {} }]
    const { loader, settled } = setUp(async () => ({ remote: remotes.shift() }))
    loader.load(content)
    expect(await settled(content)).toEqual({ status: 'ready', remote })
    loader.fail(content, new TypeError('x is undefined'))
    loader.retry(content)
    expect(await settled(content)).toEqual({ status: 'ready', remote: { routes: [], strings: {} } })
  })

  it('that throws while it is loaded, or exposes no routes, is broken, and the console has what it threw', async () => {
    const thrown = new TypeError('x is undefined')
    for (const load of [() => Promise.reject(thrown), async () => ({ something: 'else' })]) {
      using logged = rs.spyOn(console, 'error').mockImplementation(() => undefined)
      const { loader, settled } = setUp(load)
      loader.load(content)
      const state = await settled(content)
      expect(state).toMatchObject({ failure: { reason: 'broken' } })
      expect(logged.mock.calls).toEqual([[state.status === 'failed' && state.failure]])
    }
  })

  it.each([{ shellContract: '^99.0.0' }, { apiContract: '^99.0.0' }])(
    'built for another contract, %o, is refused before its code is requested',
    async (needed) => {
      let loads = 0
      const { loader, settled } = setUp(async () => {
        loads += 1
        return { remote }
      })
      const tooNew = { ...content, ...needed }
      loader.load(tooNew)
      expect(await settled(tooNew)).toMatchObject({ failure: { reason: 'incompatible' } })
      expect(loads).toBe(0)
    },
  )

  it('that imports a name that this shell lacks is refused before its code runs', async () => {
    let loads = 0
    const { loader, settled, served } = setUp(async () => {
      loads += 1
      return { remote }
    })
    const manifest = manifestOf('assets/remote.0.js')
    served[content.manifestUrl] = { ...manifest, neededExports: { '@pim/ui': ['PageHeader', 'NewHeader'] } }
    loader.load(content)
    expect(await settled(content)).toMatchObject({
      failure: { reason: 'incompatible', message: 'content needs what this shell lacks: NewHeader of @pim/ui.' },
    })
    expect(loads).toBe(0)
    served[content.manifestUrl] = { ...manifest, neededExports: { '@pim/ui': ['PageHeader'] } }
    loader.retry(content)
    expect((await settled(content)).status).toBe('ready')
  })

  it('of a tenant’s own build is checked by the range beside its manifest', async () => {
    const { loader, asked, settled } = setUp(async () => ({ remote }), {
      '/canary/remote.json': { shellContract: '^99.0.0' },
    })
    const canary = { ...content, manifestUrl: '/canary/mf-manifest.json', isOverridden: true }
    loader.load(canary)
    expect(await settled(canary)).toMatchObject({ failure: { reason: 'incompatible' } })
    expect(asked).toEqual(['/canary/remote.json'])
  })

  it('with a file that is not the one that was built says so, and is not taken for one that is away', async () => {
    const file = '/remotes/content/assets/remote.0.js'
    const manifest = { ...manifestOf('assets/remote.0.js'), integrity: { 'assets/remote.0.js': 'sha256-x' } }
    const { loader, settled, served } = setUp(() => Promise.reject(new Error('RUNTIME-008')), {
      [content.manifestUrl]: manifest,
      changed: file,
    })
    loader.load(content)
    expect(await settled(content)).toMatchObject({
      failure: { reason: 'changed', message: expect.stringContaining(file) },
    })
    served.changed = undefined
    loader.retry(content)
    expect(await settled(content)).toMatchObject({ failure: { reason: 'unreachable' } })
  })

  it('with a file that its server does not have says so, and not that the connection is bad', async () => {
    const file = '/remotes/content/assets/remote.0.js'
    const { loader, settled } = setUp(() => Promise.reject(new Error('RUNTIME-008')), { absent: file })
    loader.load(content)
    expect(await settled(content)).toMatchObject({
      failure: { reason: 'missing', message: expect.stringContaining(file) },
    })
  })

  it('that brings no lines of its calls, as before 1.9.0, is lent those of all calls', async () => {
    for (const [section, lends] of [
      [{ ...content, apiContract: '^1.0.0' }, []],
      [content, ['calls', 'retired members']],
    ] as const) {
      const manifest = manifestOf('assets/remote.0.js')
      const { loader, settled, lent } = setUp(async () => ({ remote }), { [content.manifestUrl]: manifest })
      loader.load(section)
      await settled(section)
      expect(lent).toEqual(lends)
    }
  })

  it('that asks @pim/shell for members of contract 1.x is lent them, and no other is', async () => {
    for (const [names, lends] of [
      [['useAccount', 'useVariations'], ['retired members']],
      [['useAccount', 'useTenant'], []],
    ] as const) {
      const manifest = { ...manifestOf('assets/remote.0.js'), neededExports: { '@pim/shell': names } }
      const { loader, settled, lent } = setUp(async () => ({ remote }), { [content.manifestUrl]: manifest })
      loader.load({ ...content, apiContract: '^1.0.0' })
      await settled(content)
      expect(lent).toEqual(lends)
    }
  })

  it('of which a chunk is not the one that was built says so', async () => {
    const file = '/remotes/content/assets/late.js'
    const manifest = { ...manifestOf('assets/remote.0.js'), integrity: { 'assets/late.js': 'sha256-x' } }
    const { loader, settled } = setUp(async () => ({ remote }), { [content.manifestUrl]: manifest, changed: file })
    loader.load(content)
    await settled(content)
    loader.fail(content, Object.assign(chunkMissing(), { request: new URL(file, location.href).href }))
    await expect.poll(() => loader.state(content)).toMatchObject({ failure: { reason: 'changed' } })
  })

  it('that is only pointed at has its files fetched, once, and none of them run', async () => {
    let loads = 0
    const media = { ...content, name: 'media', manifestUrl: '/remotes/media/mf-manifest.json' }
    const { loader, asked, fetched } = setUp(
      async () => {
        loads += 1
        return { remote }
      },
      {
        [content.manifestUrl]: manifestOf('assets/remote.1.js'),
        [media.manifestUrl]: manifestOf('assets/remote.2.js'),
      },
    )
    loader.preload(content)
    loader.preload(content)
    loader.preload(media, { withEntry: true })
    // Whatever the second call had set off would have come before the files of the third.
    await rs.waitUntil(() => fetched.includes('/remotes/media/assets/remote.2.js'), { timeout: 10_000 })
    expect(asked).toEqual([content.manifestUrl, media.manifestUrl])
    expect(fetched).toEqual([
      '/remotes/content/assets/remote.1.js',
      '/remotes/media/remoteEntry.js',
      '/remotes/media/assets/remote.2.js',
    ])
    expect(loads).toBe(0)
  })
})
