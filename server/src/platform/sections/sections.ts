import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Remote } from '@pim/contract/client-configuration/schemas.ts'
import { manifestUrlOf } from '../releases/choose-release.ts'
import { misfitOf } from '../releases/release-fits.ts'
import type { ReleaseState, Releases } from '../releases/releases.ts'
import { type RemoteDescription, remoteDescriptionSchema, type SectionStrings } from './description.ts'
import { createExternalSectionLoader, type SeenSections } from './external-section.ts'
import { undefinedIfMissing } from './files.ts'

/** A section that can be loaded: its description for the browser, and the folder that its files are served from. */
export interface Section extends Remote {
  readonly name: string
  readonly firstStrings?: RemoteDescription['firstStrings']
  /** Undefined where another server serves the files. */
  readonly distFolder: string | undefined
  /** The texts of a release, or of a section that another server serves; those of builds are read from the source tree. */
  readonly strings?: SectionStrings | undefined
}

export interface SectionsOptions {
  /** The folder that holds `remote-content`, `remote-media` and their like. */
  readonly root: string
  /** Manifest URLs by section, in place of those that were built here (`PIM_REMOTES`). */
  readonly overrides?: Readonly<Record<string, string>>
  /** The releases in the store: the live one, or the one that came with the server, counts before the folder of the build. */
  readonly releases?: Pick<Releases, 'current'>
  /** What sections on other servers were like. Left out: only what this process has read is known. */
  readonly seen?: SeenSections
  /** The path that a section's files are served at. */
  readonly basePath?: (name: string) => string
  readonly onFault?: (message: string, cause: unknown) => void
  readonly now?: () => number
}

/** Reads the current sections; cached for a second, so that a section deployed while the server runs is found. */
export type Sections = () => Promise<readonly Section[]>

const cacheMs = 1_000
/** Much more than it takes to put a new build in the place of the one before. */
const replacementMs = 50

export function sectionsIn(options: SectionsOptions): Sections {
  const { now = Date.now, onFault = () => {} } = options
  let cached: { at: number; sections: Promise<readonly Section[]> } | undefined
  /** Sections that had a build: one that is missing now is perhaps just being replaced. */
  const hadBuild = new Set<string>()
  const loadExternal = createExternalSectionLoader({ onFault, now, seen: options.seen })

  async function read(): Promise<readonly Section[]> {
    const { overrides = {}, basePath = (name) => `/remotes/${name}` } = options
    const builtHere = new Map(
      (await builtSections(options.root, hadBuild, onFault)).map((built) => [built.description.name, built]),
    )
    const names = [...new Set([...builtHere.keys(), ...Object.keys(overrides)])]
    const sections = await Promise.all(
      names.map(async (name): Promise<Section | undefined> => {
        const built = builtHere.get(name)
        const override = overrides[name]
        if (override === undefined) {
          return {
            ...built?.description,
            name,
            distFolder: built?.distFolder,
            manifestUrl: `${basePath(name)}/mf-manifest.json`,
            // Those of its description are the texts of the static half alone.
            strings: undefined,
          }
        }
        const external = URL.canParse(override) ? await loadExternal(override) : undefined
        // Its toggle is unknown, and what was built here may have another: it would be offered to who may not have it.
        if (external !== undefined && external.description === undefined) return undefined
        const description = external?.description ?? built?.description
        return {
          ...description,
          name,
          distFolder: built?.distFolder,
          manifestUrl: override,
          strings: external?.strings,
        }
      }),
    )
    return sections.filter((section) => section !== undefined)
  }

  return async () => {
    if (!cached || now() - cached.at >= cacheMs) cached = { at: now(), sections: read() }
    const state = await options.releases?.current()
    const sections = await cached.sections
    return (state === undefined ? [...sections] : withReleases(sections, state, options.overrides ?? {})).sort(
      (a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || a.name.localeCompare(b.name),
    )
  }
}

/** The sections with their live releases; an address from the settings counts before these. */
function withReleases(
  sections: readonly Section[],
  { deployments, find }: ReleaseState,
  overrides: Readonly<Record<string, string>>,
): Section[] {
  const byName = new Map(sections.map((section) => [section.name, section]))
  /** Another server, of a later version, may have started meanwhile: its build may be too new for this one. */
  const fitting = (name: string, release: string | null) => {
    const found = release === null ? undefined : find(name, release)
    return found !== undefined && misfitOf(found.description) === undefined ? found : undefined
  }
  for (const { section: name, liveRelease, serverRelease } of deployments.values()) {
    if (name in overrides) continue
    const live = liveRelease !== null ? find(name, liveRelease) : byName.has(name) && fitting(name, serverRelease)
    if (!live) continue
    byName.set(name, {
      ...live.description,
      name,
      release: live.release,
      manifestUrl: manifestUrlOf(name, live.release),
      // Pages from before the first release still load files of the build.
      distFolder: byName.get(name)?.distFolder,
      strings: live.strings,
    })
  }
  return [...byName.values()]
}

interface BuiltSection {
  readonly description: RemoteDescription
  readonly distFolder: string
}

/** The sections with a build. One whose description cannot be read is left out and reported. */
async function builtSections(
  root: string,
  hadBuild: Set<string>,
  onFault: (message: string, cause: unknown) => void,
): Promise<BuiltSection[]> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('remote-')).sort()
  const sections = await Promise.all(
    folders.map(async (folder) => {
      const distFolder = join(root, folder, 'dist')
      try {
        const read = () => undefinedIfMissing(readFile(join(distFolder, 'remote.json'), 'utf8'))
        const text = (await read()) ?? (hadBuild.has(folder) ? await setTimeout(replacementMs).then(read) : undefined)
        if (text === undefined) hadBuild.delete(folder)
        else hadBuild.add(folder)
        return text === undefined
          ? undefined
          : { description: remoteDescriptionSchema.parse(JSON.parse(text)), distFolder }
      } catch (cause) {
        onFault(`${folder}/dist/remote.json cannot be read`, cause)
        return undefined
      }
    }),
  )
  return sections.filter((section) => section !== undefined)
}
