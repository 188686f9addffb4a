import { createStore, type StoreApi } from 'zustand'
import { assertCompatible, assertOffered, descriptionUrl, lendCalls, lendRetired } from './compatible.ts'
import { absentFile, changedFile, download, downloadEarly, isReadingRefused } from './download.ts'
import { type Federation, federationRuntime, queryOf } from './federation.ts'
import { withGrowingPauses } from './growing-pauses.ts'
import { type LoadedSection, loadedSection } from './loaded-section.ts'
import { absolute, type ManifestCache, manifestCache, pinIn, type SectionBuild } from './manifests.ts'
import { lendRetiredMembers } from './retired-places.ts'
import { failureOf, isFileMissing, SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'

/** Milliseconds after which loading a section counts as failed. */
export const loadDeadlineMs = 6_000
/** The same for the section that a page is opened with, from the start of the page: people are told within 8 s. */
const pageDeadlineMs = 7_000
/** Milliseconds that a section has at least, also where the page was slow to start. */
const leastDeadlineMs = 2_500
/** Milliseconds for a single file. Longer than `loadDeadlineMs`, so that a slow file still comes after that. */
const fileDeadlineMs = 10_000

export type SectionState =
  | { status: 'loading' }
  | { status: 'ready'; remote: LoadedSection }
  | { status: 'failed'; failure: SectionFailure; isRetrying: boolean }
const loading: SectionState = { status: 'loading' }

/** By manifest URL, because a tenant may have its own build of a section. */
type SectionStates = ReadonlyMap<string, SectionState>

export interface SectionLoader {
  store: StoreApi<SectionStates>
  /** The state of a section; does not load it. */
  state: (section: Section) => SectionState
  /** Loads the section unless it is loaded, and puts its strings over those of another build of it. */
  load: (section: Section) => void
  /** Loads a failed section again; it stays failed until that is done. */
  retry: (section: Section) => void
  /** Retries by itself until it is stopped: runs a failed section once all its files have come. */
  keepRetrying: (section: Section) => () => void
  /** A loaded section threw. */
  fail: (section: Section, cause: unknown) => void
  /**
   * Downloads the section's files without running them. The entry has no hash in its name, so it is asked for once more
   * when it is run, for nothing but whether it is still the same; where the section is run at once it is left out.
   */
  preload: (section: Section, options?: { readonly withEntry: boolean }) => void
}

interface SectionLoaderOptions {
  federation: Federation
  manifests: ManifestCache
  /** The section is drawn once this is done; it must not fail. */
  onLoaded: (remote: LoadedSection) => Promise<void> | undefined
  onFailed?: (section: Section, failure: SectionFailure) => void
  deadline?: number
  fetchFile?: (url: string) => void
  fetchAll?: typeof download
  findChanged?: typeof changedFile
  findRefused?: typeof isReadingRefused
  findAbsent?: typeof absentFile
  loadCalls?: () => Promise<unknown>
  loadRetired?: () => Promise<unknown>
}

/** The attempts to load a section from one manifest URL. */
interface Attempts {
  /** The number of the last attempt; the result of an earlier one that ends later is ignored. */
  number: number
  isRunning: boolean
  /** The number of the last download; it is part of the URLs, so that each is a new request. */
  downloads: number
  build?: SectionBuild
  /** The text of the files that the last attempt ran, where they were downloaded first. */
  files?: string | undefined
  /** The chunk that did not come to the loaded section. */
  missingFile?: string | undefined
  /** The release that threw while it was drawn. It would throw again, so it is not retried without a hand. */
  brokenRelease?: string | undefined
}

export function createSectionLoader(options: SectionLoaderOptions): SectionLoader {
  const { federation, manifests, onLoaded, onFailed } = options
  const {
    fetchFile = downloadEarly,
    fetchAll = download,
    findChanged = changedFile,
    findRefused = isReadingRefused,
    findAbsent = absentFile,
    loadCalls = loadAllCalls,
    loadRetired = lendRetiredMembers,
  } = options
  const store = createStore<SectionStates>(() => new Map())
  const attemptsByUrl = new Map<string, Attempts>()
  /** The manifest URL of the build whose strings are in use, by section. */
  const shownUrls = new Map<string, string>()
  const preloaded = new Set<string>()

  const stateOf = ({ manifestUrl }: Section) => store.getState().get(manifestUrl)
  const set = ({ manifestUrl }: Section, state: SectionState) =>
    store.setState((states) => new Map(states).set(manifestUrl, state), true)
  const fail = (section: Section, failure: SectionFailure) => {
    set(section, { status: 'failed', failure, isRetrying: false })
    onFailed?.(section, failure)
  }
  const attemptsOf = ({ manifestUrl }: Section): Attempts => {
    const attempts = attemptsByUrl.get(manifestUrl) ?? { number: 0, isRunning: false, downloads: 0 }
    attemptsByUrl.set(manifestUrl, attempts)
    return attempts
  }

  const attempt = async (section: Section, attempts: Attempts): Promise<LoadedSection> => {
    const needed = await assertCompatible(section, manifests, attempts.number > 1)
    const build = await manifests.build(section.manifestUrl).catch((cause: unknown) => {
      const url = absolute(section.manifestUrl)
      return throwIfChanged(section, cause, pinIn(url) ? { [url]: pinIn(url) } : {})
    })
    attempts.build = build
    await assertOffered(section, build, federation)
    await Promise.all([lendCalls(needed, loadCalls), lendRetired(needed, build, federation, loadRetired)])
    const module = await federation.load(build, attempts.downloads).catch(async (cause: unknown) => {
      const urls = neededFirst(build)
      // One that threw did come.
      const absent = isFileMissing(cause) ? await findAbsent(urls) : undefined
      if (absent) throw new SectionFailure('missing', `${absent} of ${section.name} is not on its server.`, cause)
      return throwIfChanged(section, cause, integrityIn(build, urls))
    })
    const remote = loadedSection(module)
    if (!remote) throw new SectionFailure('broken', `${section.name} exposes no screens.`)
    return remote
  }

  /** The browser does not tell a file with other bytes from one that does not come, so both are asked for once more. */
  const throwIfChanged = async (
    section: Section,
    cause: unknown,
    integrity: Readonly<Record<string, string>>,
  ): Promise<never> => {
    const changed = await findChanged(integrity)
    // Defence 118, without: throw cause
    if (changed === undefined) throw cause
    throw new SectionFailure('changed', `${changed} of ${section.name} is not the file that was built.`, cause)
  }

  const tellIfRefused = async (section: Section, failure: SectionFailure): Promise<void> => {
    if (failure.reason !== 'unreachable') return
    const url = absolute(section.manifestUrl)
    if (!(await findRefused(url))) return
    const state = stateOf(section)
    if (state?.status !== 'failed' || state.failure !== failure) return
    fail(
      section,
      new SectionFailure('refused', `${url} is there, but sends no CORS headers for this product.`, failure),
    )
  }

  const start = (section: Section, downloads: number, files?: string) => {
    const attempts = attemptsOf(section)
    const number = attempts.number + 1
    Object.assign(attempts, { number, downloads, files, isRunning: true })
    attempts.missingFile = attempts.brokenRelease = undefined
    const isLast = () => attempts.number === number
    const isOpenedWithPage = attemptsByUrl.size === 1 && number === 1
    const deadline = options.deadline ?? (isOpenedWithPage ? deadlineFromPage() : loadDeadlineMs)
    const timer = setTimeout(() => {
      if (!isLast()) return
      attempts.isRunning = false
      // The attempt goes on: on a slow connection the section appears when it has come.
      fail(section, new SectionFailure('timeout', `${section.name} did not load within ${deadline} ms.`))
    }, deadline)
    attempt(section, attempts)
      .then(
        async (remote) => {
          if (!isLast()) return
          await show(section, remote)
          if (isLast()) set(section, { status: 'ready', remote })
        },
        (cause: unknown) => {
          if (!isLast()) return
          evict(section)
          const failure = failureOf(section.name, cause)
          fail(section, failure)
          void tellIfRefused(section, failure)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        if (isLast()) attempts.isRunning = false
      })
  }

  const show = ({ name, manifestUrl }: Section, remote: LoadedSection) => {
    shownUrls.set(name, manifestUrl)
    return onLoaded(remote)
  }
  const evict = ({ manifestUrl }: Section) => {
    manifests.evict(manifestUrl)
    manifests.evict(descriptionUrl(manifestUrl))
  }

  /** Runs a failed section once all its files have come, unless they are the ones that threw. */
  const retryOnceThere = async (section: Section, ended: AbortSignal): Promise<void> => {
    const attempts = attemptsOf(section)
    const { number, files, missingFile, brokenRelease } = attempts
    if (attempts.isRunning) return
    evict(section)
    const build = await manifests.build(section.manifestUrl)
    // Defence 129
    if (build.release === brokenRelease) return
    await assertCompatible(section, manifests, true)
    await assertOffered(section, build, federation)
    const needed = neededFirst(build)
    // A chunk of an earlier release is needed no more.
    if (missingFile && build.release === attempts.build?.release) needed.push(missingFile)
    attempts.downloads += 1
    const { downloads } = attempts
    const came = await fetchAll(
      needed.map((url) => url + queryOf(downloads)),
      AbortSignal.any([ended, AbortSignal.timeout(fileDeadlineMs)]),
      (url) => build.integrity[withoutQuery(url)],
    )
    const state = stateOf(section)
    if (ended.aborted || attempts.isRunning || attempts.number !== number || state?.status !== 'failed') return
    // Defence 129
    if (state.failure.reason === 'broken' && came === files) return
    start(section, downloads, came)
  }

  return {
    store,
    state: (section) => stateOf(section) ?? loading,
    load: (section) => {
      const state = stateOf(section)
      if (state?.status === 'loading') return
      if (state?.status === 'ready') {
        if (shownUrls.get(section.name) !== section.manifestUrl) void show(section, state.remote)
        return
      }
      set(section, loading)
      start(section, attemptsOf(section).downloads + 1)
    },
    retry: (section) => {
      const state = stateOf(section)
      if (state?.status === 'failed') set(section, { ...state, isRetrying: true })
      evict(section)
      start(section, attemptsOf(section).downloads + 1)
    },
    keepRetrying: (section) =>
      withGrowingPauses((ended) => {
        // What does not come is tried again after the next pause; the panel has said why.
        retryOnceThere(section, ended).catch(() => undefined)
      }),
    fail: (section, cause) => {
      const attempts = attemptsOf(section)
      if (!isFileMissing(cause)) {
        attempts.brokenRelease = attempts.build?.release
        return fail(section, failureOf(section.name, cause))
      }
      const missing = fileOf(cause)
      const { build } = attempts
      attempts.missingFile = missing
      fail(section, new SectionFailure('incomplete', `A part of ${section.name} could not be fetched.`, cause))
      if (missing && build) {
        throwIfChanged(section, cause, integrityIn(build, [missing])).catch((found: unknown) => {
          const state = stateOf(section)
          if (found instanceof SectionFailure && state?.status === 'failed' && state.failure.cause === cause) {
            fail(section, found)
          }
        })
      }
      evict(section)
      manifests.build(section.manifestUrl).then(
        ({ release }) => {
          const state = stateOf(section)
          if (state?.status !== 'failed' || state.failure.cause !== cause || release === attempts.build?.release) return
          // Defence 131
          fail(section, new SectionFailure('outdated', `${section.name} has a newer release.`, cause))
        },
        () => undefined,
      )
    },
    preload: ({ manifestUrl }, { withEntry } = { withEntry: false }) => {
      if (store.getState().has(manifestUrl) || preloaded.has(manifestUrl)) return
      preloaded.add(manifestUrl)
      manifests.build(manifestUrl).then(
        ({ entry, scripts, styles }) => [...(withEntry ? [entry] : []), ...scripts, ...styles].forEach(fetchFile),
        // Ignored here: opening the section fails the same way and shows it.
        () => undefined,
      )
    },
  }
}

const deadlineFromPage = () => Math.max(leastDeadlineMs, Math.min(loadDeadlineMs, pageDeadlineMs - performance.now()))

/** Of the size of the whole contract, so it is fetched only where it is needed. */
const loadAllCalls = () => import('@pim/api-client/all-calls')

/** The files that a section needs before anything of it runs. */
const neededFirst = ({ entry, scripts, styles }: SectionBuild): string[] => [entry, ...scripts, ...styles]

const integrityIn = ({ integrity }: SectionBuild, urls: readonly string[]): Record<string, string> =>
  Object.fromEntries(urls.flatMap((url) => (integrity[url] === undefined ? [] : [[url, integrity[url]]])))

const withoutQuery = (url: string): string => url.replace(/\?.*$/, '')

/** The URL of the chunk that did not come, without the query of its attempt. */
function fileOf(cause: unknown): string | undefined {
  const request = cause instanceof Error && 'request' in cause ? cause.request : undefined
  return typeof request === 'string' && request !== '' ? withoutQuery(request) : undefined
}

export const createFederation = () => federationRuntime(fileDeadlineMs)

export const createManifestCache = (): ManifestCache =>
  manifestCache(
    // A repeat goes past the cache, where it would wait for a request that hangs.
    (url, signal, isRepeat, integrity) => fetch(url, { signal, integrity, cache: isRepeat ? 'no-store' : 'default' }),
    fileDeadlineMs,
  )
