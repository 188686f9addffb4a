import { assertCompatible, assertOffered, descriptionUrl } from './compatible.ts'
import { download, isReadingRefused } from './download.ts'
import { queryOf } from './federation.ts'
import type { LoadAttempts } from './load-attempts.ts'
import { absolute } from './manifests.ts'
import {
  integrityIn,
  missingFileIn,
  neededFirst,
  type SectionCode,
  type SectionCodeOptions,
  withoutQuery,
} from './section-code.ts'
import { failureOf, isFileMissing, SectionFailure } from './section-failure.ts'
import type { SectionStates } from './section-states.ts'
import type { Section } from './sections.ts'

export interface FailedSectionOptions extends SectionCodeOptions {
  fetchAll?: typeof download
  findRefused?: typeof isReadingRefused
}

interface Parts {
  states: SectionStates
  loads: LoadAttempts
  code: SectionCode
  /** Milliseconds for a single file. */
  fileDeadline: number
  start: (section: Section, downloads: number, files?: string) => void
}

/** Finds why a section has failed, and whether it can be run again. */
export function failedSection(
  { federation, manifests, fetchAll = download, findRefused = isReadingRefused }: FailedSectionOptions,
  { states, loads, code, fileDeadline, start }: Parts,
) {
  const evict = ({ manifestUrl }: Section) => {
    manifests.evict(manifestUrl)
    manifests.evict(descriptionUrl(manifestUrl))
  }

  const tellIfRefused = async (section: Section, failure: SectionFailure): Promise<void> => {
    if (failure.reason !== 'unreachable') return
    const url = absolute(section.manifestUrl)
    if (!(await findRefused(url)) || states.failed(section)?.failure !== failure) return
    const message = `${url} is there, but sends no CORS headers for this product.`
    states.fail(section, new SectionFailure('refused', message, failure))
  }

  const tellIfOutdated = async (section: Section, cause: unknown): Promise<void> => {
    const { release } = await manifests.build(section.manifestUrl)
    if (states.failed(section)?.failure.cause !== cause) return
    if (release === loads.of(section).build?.release) return
    // Defence 131
    states.fail(section, new SectionFailure('outdated', `${section.name} has a newer release.`, cause))
  }

  return {
    /** The next reading asks the server. */
    evict,
    /** It could not be loaded. */
    whileLoading: (section: Section, cause: unknown): void => {
      evict(section)
      const failure = failureOf(section.name, cause)
      // React logs what throws while it is drawn, and nobody what throws before.
      if (failure.reason === 'broken') console.error(failure)
      states.fail(section, failure)
      void tellIfRefused(section, failure)
    },
    /** It was loaded, and threw. */
    whileShown: (section: Section, cause: unknown): void => {
      const attempts = loads.of(section)
      if (!isFileMissing(cause)) {
        attempts.brokenRelease = attempts.build?.release
        states.fail(section, failureOf(section.name, cause))
        return
      }
      const missing = missingFileIn(cause)
      const { build } = attempts
      attempts.missingFile = missing
      states.fail(section, new SectionFailure('incomplete', `A part of ${section.name} could not be fetched.`, cause))
      if (missing && build) {
        code.throwIfChanged(section, cause, integrityIn(build, [missing])).catch((found: unknown) => {
          if (found instanceof SectionFailure && states.failed(section)?.failure.cause === cause) {
            states.fail(section, found)
          }
        })
      }
      evict(section)
      // Where that cannot be read, the panel keeps what it says.
      tellIfOutdated(section, cause).catch(() => undefined)
    },
    /** Runs it once all its files have come, unless they are the ones that threw. */
    retryOnceThere: async (section: Section, ended: AbortSignal): Promise<void> => {
      const attempts = loads.of(section)
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
        AbortSignal.any([ended, AbortSignal.timeout(fileDeadline)]),
        (url) => build.integrity[withoutQuery(url)],
      )
      const state = states.failed(section)
      if (ended.aborted || attempts.isRunning || attempts.number !== number || !state) return
      // Defence 129
      if (state.failure.reason === 'broken' && came === files) return
      start(section, downloads, came)
    },
  }
}
