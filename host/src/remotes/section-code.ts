import { assertCompatible, assertOffered, lendCalls, lendRetired } from './compatible.ts'
import { absentFile, changedFile } from './download.ts'
import type { Federation } from './federation.ts'
import type { Attempts } from './load-attempts.ts'
import { type LoadedSection, loadedSection } from './loaded-section.ts'
import { absolute, type ManifestCache, pinIn, type SectionBuild } from './manifests.ts'
import { lendRetiredMembers } from './retired-places.ts'
import { isFileMissing, SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'

export interface SectionCodeOptions {
  federation: Federation
  manifests: ManifestCache
  findChanged?: typeof changedFile
  findAbsent?: typeof absentFile
  loadCalls?: () => Promise<unknown>
  loadRetired?: () => Promise<unknown>
}

/** Fetched only where an old section needs it: it is as large as the whole contract. */
const loadAllCalls = () => import('@pim/api-client/all-calls')

/** The way from a manifest to the code that runs. It keeps nothing; each failure is told by its reason. */
export function sectionCode({
  federation,
  manifests,
  findChanged = changedFile,
  findAbsent = absentFile,
  loadCalls = loadAllCalls,
  loadRetired = lendRetiredMembers,
}: SectionCodeOptions) {
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

  return {
    throwIfChanged,
    run: async (section: Section, attempts: Attempts): Promise<LoadedSection> => {
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
    },
  }
}
export type SectionCode = ReturnType<typeof sectionCode>

/** The files that a section needs before anything of it runs. */
export const neededFirst = ({ entry, scripts, styles }: SectionBuild): string[] => [entry, ...scripts, ...styles]

export const integrityIn = ({ integrity }: SectionBuild, urls: readonly string[]): Record<string, string> =>
  Object.fromEntries(urls.flatMap((url) => (integrity[url] === undefined ? [] : [[url, integrity[url]]])))

export const withoutQuery = (url: string): string => url.replace(/\?.*$/, '')

/** The URL of the chunk that did not come, without the query of its attempt. */
export function missingFileIn(cause: unknown): string | undefined {
  const request = cause instanceof Error && 'request' in cause ? cause.request : undefined
  return typeof request === 'string' && request !== '' ? withoutQuery(request) : undefined
}
