import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { apiContract, shellContract } from '@pim/contract/core/contract-versions.ts'
import type { RemoteDefinition } from '@pim/shell'
import { createStore, type StoreApi } from 'zustand'
import { type ManifestCache, manifestCache } from './manifests.ts'
import { SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'
import { isInRange } from './version-range.ts'

/** Milliseconds after which loading a section counts as failed; the user can then retry. */
export const loadDeadlineMs = 8_000
/** Milliseconds for a single file. Longer than `loadDeadlineMs`, so that users are told of that one. */
const fileDeadlineMs = 10_000

export type SectionState =
  | { status: 'loading' }
  | { status: 'ready'; remote: RemoteDefinition }
  | { status: 'failed'; failure: SectionFailure }

const loading: SectionState = { status: 'loading' }

/** The calls of the federation runtime that are used; tests pass their own. */
export interface Federation {
  load: (name: string, manifestUrl: string, isRetry: boolean) => Promise<unknown>
}

/** By manifest URL. */
type SectionStates = ReadonlyMap<string, SectionState>

export interface SectionLoader {
  store: StoreApi<SectionStates>
  /** The state of a section; does not load it. */
  state: (section: Section) => SectionState
  load: (section: Section) => void
  /** Loads the section again even if it is loaded, because code that throws may have been replaced on the server. */
  retry: (section: Section) => void
  /** Downloads the section's files without running them. */
  preload: (section: Section) => void
}

interface SectionLoaderOptions {
  federation: Federation
  manifests: ManifestCache
  onLoaded: (remote: RemoteDefinition) => void
  deadline?: number
  fetchFile?: (url: string) => void
}

export function createSectionLoader(options: SectionLoaderOptions): SectionLoader {
  const { federation, manifests, onLoaded, deadline = loadDeadlineMs, fetchFile = fetchIntoCache } = options
  const store = createStore<SectionStates>(() => new Map())
  const attempted = new Set<string>()
  const preloaded = new Set<string>()
  const set = ({ manifestUrl }: Section, state: SectionState) =>
    store.setState((states) => new Map(states).set(manifestUrl, state), true)

  const attempt = async (section: Section): Promise<RemoteDefinition> => {
    const { name, manifestUrl } = section
    await assertCompatible(section, manifests)
    const isRetry = attempted.has(name)
    attempted.add(name)
    const module = await federation.load(name, manifestUrl, isRetry)
    const remote = (module as { remote?: RemoteDefinition } | null)?.remote
    if (!remote?.routes) throw new SectionFailure('broken', `${name} exposes no routes.`)
    return remote
  }
  const load = (section: Section) => {
    const state = store.getState().get(section.manifestUrl)
    if (state && state.status !== 'failed') return
    start(section)
  }
  const start = (section: Section) => {
    set(section, loading)
    withDeadline(attempt(section), deadline, section.name).then(
      (remote) => {
        onLoaded(remote)
        set(section, { status: 'ready', remote })
      },
      (cause: unknown) => {
        const failure = cause instanceof SectionFailure ? cause : failureOf(section.name, cause)
        manifests.evict(section.manifestUrl)
        removeScripts(section.manifestUrl)
        set(section, { status: 'failed', failure })
      },
    )
  }

  return {
    store,
    state: ({ manifestUrl }) => store.getState().get(manifestUrl) ?? loading,
    load,
    retry: (section) => {
      manifests.evict(section.manifestUrl)
      start(section)
    },
    preload: ({ manifestUrl }) => {
      if (store.getState().has(manifestUrl) || preloaded.has(manifestUrl)) return
      preloaded.add(manifestUrl)
      manifests.files(manifestUrl).then(
        (files) => files.forEach(fetchFile),
        // Ignored here: opening the section fails the same way and shows it.
        () => undefined,
      )
    },
  }
}

/**
 * Throws if the section was built for another contract of the shell or of the API. The ranges are in the configuration;
 * a tenant's own version of a section has them in the remote.json beside its manifest.
 */
async function assertCompatible(section: Section, manifests: ManifestCache): Promise<void> {
  let needed: Pick<Section, 'shellContract' | 'apiContract'> = section
  if (section.isOverridden || section.shellContract === undefined) {
    const definition = await manifests.response(
      new URL('remote.json', new URL(section.manifestUrl, location.href)).href,
    )
    needed = (await definition.json()) as typeof needed
  }
  assertInRange(section.name, 'shell', shellContract, needed.shellContract ?? '')
  // A section that was built before its build wrote this range names none.
  if (needed.apiContract !== undefined) assertInRange(section.name, 'API', apiContract, needed.apiContract)
}

function assertInRange(name: string, whose: 'shell' | 'API', version: string, range: string): void {
  if (isInRange(version, range)) return
  throw new SectionFailure('incompatible', `${name} wants ${whose} contract ${range}; this is ${version}.`)
}

function withDeadline<T>(work: Promise<T>, deadline: number, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new SectionFailure('timeout', `${name} did not load within ${deadline} ms.`)),
      deadline,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const failureOf = (name: string, cause: unknown) =>
  new SectionFailure('unreachable', `${name} could not be loaded.`, cause)

/** Removes script elements of a failed attempt: the next attempt would find them and wait for them. */
function removeScripts(manifestUrl: string): void {
  const folder = new URL('.', new URL(manifestUrl, location.href)).href
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
}

/**
 * Downloads a file into the HTTP cache. `<link rel="preload">` would log a warning for a section that is not opened
 * soon.
 */
function fetchIntoCache(url: string): void {
  fetch(url, { priority: 'low' }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  )
}

export function federationRuntime(manifests: ManifestCache): Federation {
  let attempt = 1
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'pim-loading',
    fetch: (url) => manifests.response(url),
    createScript: ({ url }) => {
      const script = document.createElement('script')
      // Changes the URL for each attempt, because the browser makes a second request for a URL wait while the first one
      // hangs.
      script.src = attempt > 1 ? `${url}?attempt=${attempt}` : url
      return { script, timeout: fileDeadlineMs }
    },
  }
  registerPlugins([plugin])
  return {
    load: (name, manifestUrl, isRetry) => {
      if (isRetry) attempt += 1
      // `force` makes the runtime drop what it cached of the failed attempt.
      registerRemotes([{ name: `section_${name}`, entry: manifestUrl }], { force: isRetry })
      return loadRemote(`section_${name}/remote`)
    },
  }
}

export const createManifestCache = (): ManifestCache =>
  manifestCache((url, signal) => fetch(url, { signal }), fileDeadlineMs)
