import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Remote } from '@pim/contract/client-configuration/schemas.ts'
import { elsewhere, type OwnStrings, type StaticHalf, staticHalfSchema } from './elsewhere.ts'
import { unlessMissing } from './files.ts'

/** A section that can be loaded: what the browser is told of it, and the folder that its files are served from. */
export interface Section extends Remote {
  readonly name: string
  /** Undefined where the files are somebody else's. */
  readonly distFolder: string | undefined
  /** What it says on screens, where its files are somebody else's: those that are here lie in the tree. */
  readonly strings?: OwnStrings | undefined
}

export interface SectionsOptions {
  /** The folder that holds `remote-content`, `remote-media` and their like. */
  readonly root: string
  /** By section: another manifest than the one that was built here (`PIM_REMOTES`). */
  readonly overrides?: Readonly<Record<string, string>>
  /** Where a section's files are served. */
  readonly basePath?: (name: string) => string
  readonly onFault?: (message: string, cause: unknown) => void
  readonly now?: () => number
}

/** The sections as they are now. One that is deployed while the server runs is seen within a second. */
export type Sections = () => Promise<readonly Section[]>

const lookAgainAfterMs = 1_000

export function sectionsIn(options: SectionsOptions): Sections {
  const { now = Date.now, onFault = () => {} } = options
  let seen: { at: number; sections: Promise<readonly Section[]> } | undefined
  const saidBeside = elsewhere({ onFault, now })

  async function look(): Promise<readonly Section[]> {
    const { overrides = {}, basePath = (name) => `/remotes/${name}` } = options
    const here = new Map((await builtSections(options.root, onFault)).map((built) => [built.half.name, built]))
    const names = [...new Set([...here.keys(), ...Object.keys(overrides)])]
    const sections = await Promise.all(
      names.map(async (name): Promise<Section> => {
        const built = here.get(name)
        const override = overrides[name]
        if (override === undefined) {
          return {
            ...built?.half,
            name,
            distFolder: built?.distFolder,
            manifestUrl: `${basePath(name)}/mf-manifest.json`,
          }
        }
        const said = URL.canParse(override) ? await saidBeside(override) : undefined
        const half = said?.half ?? built?.half
        return { ...half, name, distFolder: built?.distFolder, manifestUrl: override, strings: said?.strings }
      }),
    )
    return sections.sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || a.name.localeCompare(b.name))
  }

  return () => {
    if (!seen || now() - seen.at >= lookAgainAfterMs) seen = { at: now(), sections: look() }
    return seen.sections
  }
}

interface BuiltSection {
  readonly half: StaticHalf
  readonly distFolder: string
}

/** Whatever was built. A half that cannot be read costs its section, not the others. */
async function builtSections(
  root: string,
  onFault: (message: string, cause: unknown) => void,
): Promise<BuiltSection[]> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('remote-')).sort()
  const sections = await Promise.all(
    folders.map(async (folder) => {
      const distFolder = join(root, folder, 'dist')
      try {
        const text = await unlessMissing(readFile(join(distFolder, 'remote.json'), 'utf8'))
        return text === undefined ? undefined : { half: staticHalfSchema.parse(JSON.parse(text)), distFolder }
      } catch (cause) {
        onFault(`${folder}/dist/remote.json cannot be read`, cause)
        return undefined
      }
    }),
  )
  return sections.filter((section) => section !== undefined)
}
