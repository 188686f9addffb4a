import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { type RemoteDefinition, shellContract } from '@pim/shell'
import { createStore, type StoreApi } from 'zustand'
import { type ManifestCache, manifestCache } from './manifests.ts'
import { SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'
import { isInRange } from './version-range.ts'

/** Longer than this nobody waits without a word; what hangs is given up and can be asked for again. */
export const loadDeadline = 8_000
/** For one file; later than the whole, which is what people are told of. */
const fileDeadline = 10_000

export type SectionState =
  | { status: 'loading' }
  | { status: 'ready'; remote: RemoteDefinition }
  | { status: 'failed'; failure: SectionFailure }

const loading: SectionState = { status: 'loading' }

/** The part of the federation runtime that loading takes; tests give another. */
export interface Federation {
  load: (name: string, manifestUrl: string, isRetry: boolean) => Promise<unknown>
}

/** By manifest address. */
type SectionStates = ReadonlyMap<string, SectionState>

export interface SectionLoader {
  store: StoreApi<SectionStates>
  /** What is known of a section. Asking loads nothing. */
  state: (section: Section) => SectionState
  load: (section: Section) => void
  /** Fetches it anew, whatever is here of it: code that throws may have been mended meanwhile. */
  retry: (section: Section) => void
  /** Has the section's files fetched, and none of them run. */
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
  const { federation, manifests, onLoaded, deadline = loadDeadline, fetchFile = fetchIntoCache } = options
  const store = createStore<SectionStates>(() => new Map())
  const attempted = new Set<string>()
  const fetchedAhead = new Set<string>()
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
        manifests.forget(section.manifestUrl)
        dropHungScripts(section.manifestUrl)
        set(section, { status: 'failed', failure })
      },
    )
  }

  return {
    store,
    state: ({ manifestUrl }) => store.getState().get(manifestUrl) ?? loading,
    load,
    retry: (section) => {
      manifests.forget(section.manifestUrl)
      start(section)
    },
    preload: ({ manifestUrl }) => {
      if (store.getState().has(manifestUrl) || fetchedAhead.has(manifestUrl)) return
      fetchedAhead.add(manifestUrl)
      manifests.files(manifestUrl).then(
        (files) => files.forEach(fetchFile),
        // Whoever opens the section will hear of it, in its place.
        () => undefined,
      )
    },
  }
}

/** The range comes with the configuration; a tenant's own version brings its own, beside its manifest. */
async function assertCompatible(section: Section, manifests: ManifestCache): Promise<void> {
  let range = section.shellContract
  if (section.isOverridden || range === undefined) {
    const definition = await manifests.response(
      new URL('remote.json', new URL(section.manifestUrl, location.href)).href,
    )
    range = ((await definition.json()) as { shellContract: string }).shellContract
  }
  if (!isInRange(shellContract, range)) {
    throw new SectionFailure('incompatible', `${section.name} wants shell contract ${range}; this is ${shellContract}.`)
  }
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

/** A script that never answers would be waited for again by the next attempt, which looks for its element first. */
function dropHungScripts(manifestUrl: string): void {
  const folder = new URL('.', new URL(manifestUrl, location.href)).href
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
}

/**
 * Into the browser's cache, and no further. Not by `<link rel="preload">`: the browser complains in the console of what
 * is not used soon after, and a section that was only pointed at may never be.
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
      // A browser holds a second request for an address back while the first one hangs.
      script.src = attempt > 1 ? `${url}?attempt=${attempt}` : url
      return { script, timeout: fileDeadline }
    },
  }
  registerPlugins([plugin])
  return {
    load: (name, manifestUrl, isRetry) => {
      if (isRetry) attempt += 1
      // Only a forced registration makes the runtime forget what it has of a failed attempt.
      registerRemotes([{ name: `section_${name}`, entry: manifestUrl }], { force: isRetry })
      return loadRemote(`section_${name}/remote`)
    },
  }
}

export const fetchedManifests = (): ManifestCache =>
  manifestCache((url, signal) => fetch(url, { signal }), fileDeadline)
