import type { StoreApi } from 'zustand'
import type { downloadEarly } from './download.ts'
import { createEarlyDownloads } from './early-downloads.ts'
import { type FailedSectionOptions, failedSection } from './failed-section.ts'
import { federationRuntime } from './federation.ts'
import { withGrowingPauses } from './growing-pauses.ts'
import { createLoadAttempts } from './load-attempts.ts'
import { type ManifestCache, manifestCache } from './manifests.ts'
import { sectionCode } from './section-code.ts'
import { SectionFailure } from './section-failure.ts'
import { createSectionStates, type SectionState } from './section-states.ts'
import type { Section } from './sections.ts'
import { type AddStrings, shownStrings } from './shown-strings.ts'

export type { SectionState } from './section-states.ts'

/** Milliseconds after which loading a section counts as failed. */
export const loadDeadlineMs = 6_000
/** The same for the section that a page is opened with, from the start of the page: people are told within 8 s. */
const pageDeadlineMs = 7_000
/** Milliseconds that a section has at least, also where the page was slow to start. */
const leastDeadlineMs = 2_500
/** Milliseconds for a single file. Longer than `loadDeadlineMs`, so that a slow file still comes after that. */
const fileDeadlineMs = 10_000

const loading: SectionState = { status: 'loading' }

export interface SectionLoader {
  store: StoreApi<ReadonlyMap<string, SectionState>>
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

interface SectionLoaderOptions extends FailedSectionOptions {
  /** The section is drawn once this is done. */
  onLoaded: AddStrings
  onFailed?: (section: Section, failure: SectionFailure) => void
  deadline?: number
  fetchFile?: typeof downloadEarly
}

export function createSectionLoader(options: SectionLoaderOptions): SectionLoader {
  const states = createSectionStates(options.onFailed)
  const loads = createLoadAttempts()
  const strings = shownStrings(options.onLoaded)
  const downloadOnce = createEarlyDownloads(options.manifests, options.fetchFile)
  const code = sectionCode(options)

  const start = (section: Section, downloads: number, files?: string) => {
    const attempts = loads.of(section)
    const number = attempts.number + 1
    Object.assign(attempts, { number, downloads, files, isRunning: true })
    attempts.missingFile = attempts.brokenRelease = undefined
    const isLast = () => attempts.number === number
    const deadline = options.deadline ?? (loads.isFirstOfPage() ? deadlineFromPage() : loadDeadlineMs)
    const timer = setTimeout(() => {
      if (!isLast()) return
      attempts.isRunning = false
      // The attempt goes on: on a slow connection the section appears when it has come.
      states.fail(section, new SectionFailure('timeout', `${section.name} did not load within ${deadline} ms.`))
    }, deadline)
    code
      .run(section, attempts)
      .then(
        async (remote) => {
          if (!isLast()) return
          await strings.show(section, remote)
          if (isLast()) states.set(section, { status: 'ready', remote })
        },
        (cause: unknown) => {
          if (isLast()) failed.whileLoading(section, cause)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        if (isLast()) attempts.isRunning = false
      })
  }
  const startAnew = (section: Section) => start(section, loads.of(section).downloads + 1)
  const failed = failedSection(options, { states, loads, code, fileDeadline: fileDeadlineMs, start })

  return {
    store: states.store,
    state: (section) => states.of(section) ?? loading,
    load: (section) => {
      const state = states.of(section)
      if (state?.status === 'loading') return
      if (state?.status === 'ready') {
        if (!strings.areOf(section)) void strings.show(section, state.remote)
        return
      }
      states.set(section, loading)
      startAnew(section)
    },
    retry: (section) => {
      const state = states.failed(section)
      if (state) states.set(section, { ...state, isRetrying: true })
      failed.evict(section)
      startAnew(section)
    },
    keepRetrying: (section) =>
      withGrowingPauses((ended) => {
        // What does not come is tried again after the next pause; the panel has said why.
        failed.retryOnceThere(section, ended).catch(() => undefined)
      }),
    fail: failed.whileShown,
    preload: (section, { withEntry } = { withEntry: false }) => {
      if (!states.of(section)) downloadOnce(section, withEntry)
    },
  }
}

const deadlineFromPage = () => Math.max(leastDeadlineMs, Math.min(loadDeadlineMs, pageDeadlineMs - performance.now()))

export const createFederation = () => federationRuntime(fileDeadlineMs)

export const createManifestCache = (): ManifestCache =>
  manifestCache(
    // A repeat goes past the cache, where it would wait for a request that hangs.
    (url, signal, isRepeat, integrity) => fetch(url, { signal, integrity, cache: isRepeat ? 'no-store' : 'default' }),
    fileDeadlineMs,
  )
