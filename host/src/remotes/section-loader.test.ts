import type { RemoteDefinition } from '@pim/shell'
import { describe, expect, it, rs } from '@rstest/core'
import { manifestCache } from './manifests.ts'
import { createSectionLoader, type Federation, type SectionState } from './section-loader.ts'
import type { Section } from './sections.ts'

const content: Section = {
  name: 'content',
  manifestUrl: '/remotes/content/mf-manifest.json',
  shellContract: '^1.0.0',
  paths: ['/content-items'],
  home: '/content-items',
  placement: 'switcher',
  titleKey: 'content.section.title',
  isOverridden: false,
  operatorPaths: [],
}
const remote: RemoteDefinition = { routes: [], strings: { 'en-US': { a: 'A' } } }
const never = new Promise<never>(() => undefined)
const deadline = 8_000

function setUp(load: Federation['load'], files: Record<string, unknown> = {}) {
  const asked: string[] = []
  const loaded: RemoteDefinition[] = []
  const manifests = manifestCache(async (url) => {
    asked.push(new URL(url, 'http://pim.test').pathname)
    const file = files[new URL(url, 'http://pim.test').pathname]
    return file === undefined ? new Response('', { status: 404 }) : Response.json(file)
  }, 1_000)
  const fetched: string[] = []
  const loader = createSectionLoader({
    fetchFile: (url) => fetched.push(new URL(url).pathname),
    federation: { load },
    manifests,
    onLoaded: (definition) => loaded.push(definition),
    deadline,
  })
  const settled = (section: Section) =>
    new Promise<SectionState>((resolve) => {
      const look = () => {
        const state = loader.state(section)
        if (state.status !== 'loading') resolve(state)
      }
      loader.store.subscribe(look)
      look()
    })
  return { loader, asked, fetched, loaded, settled }
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

  it('that cannot be fetched is unreachable, and a retry loads it from the start', async () => {
    const retries: boolean[] = []
    const { loader, settled } = setUp(async (_name, _url, isRetry) => {
      retries.push(isRetry)
      if (!isRetry) throw new Error('refused')
      return { remote }
    })
    loader.load(content)
    expect(await settled(content)).toMatchObject({ status: 'failed', failure: { reason: 'unreachable' } })
    loader.retry(content)
    expect((await settled(content)).status).toBe('ready')
    expect(retries).toEqual([false, true])
  })

  it('that is loaded and throws is loaded again by a retry', async () => {
    const remotes = [remote, { routes: [], strings: {} }]
    const { loader, settled } = setUp(async () => ({ remote: remotes.shift() }))
    loader.load(content)
    expect(await settled(content)).toEqual({ status: 'ready', remote })
    loader.retry(content)
    expect(await settled(content)).toEqual({ status: 'ready', remote: { routes: [], strings: {} } })
  })

  it('that exposes no routes is broken', async () => {
    const { loader, settled } = setUp(async () => ({ something: 'else' }))
    loader.load(content)
    expect(await settled(content)).toMatchObject({ failure: { reason: 'broken' } })
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

  it('of a tenant’s own build is checked by the range beside its manifest', async () => {
    const { loader, asked, settled } = setUp(async () => ({ remote }), {
      '/canary/remote.json': { shellContract: '^99.0.0' },
    })
    const canary = { ...content, manifestUrl: '/canary/mf-manifest.json', isOverridden: true }
    loader.load(canary)
    expect(await settled(canary)).toMatchObject({ failure: { reason: 'incompatible' } })
    expect(asked).toEqual(['/canary/remote.json'])
  })

  it('that is only pointed at has its files fetched, once, and none of them run', async () => {
    let loads = 0
    const manifestOf = (file: string) => ({
      metaData: { remoteEntry: { path: '', name: 'remoteEntry.js' } },
      exposes: [{ assets: { js: { sync: [file] }, css: { sync: [] } } }],
    })
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
    loader.preload(media)
    // Whatever the second call had set off would have come before the files of the third.
    await rs.waitUntil(() => fetched.includes('/remotes/media/assets/remote.2.js'), { timeout: 10_000 })
    expect(asked).toEqual([content.manifestUrl, media.manifestUrl])
    expect(fetched).toEqual([
      '/remotes/content/remoteEntry.js',
      '/remotes/content/assets/remote.1.js',
      '/remotes/media/remoteEntry.js',
      '/remotes/media/assets/remote.2.js',
    ])
    expect(loads).toBe(0)
  })
})
