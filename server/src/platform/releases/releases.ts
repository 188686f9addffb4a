import type { Database } from '../database/database.ts'
import { type Deployment, findDeployments, findRelease, findReleaseIds, type Release } from './release.repository.ts'

/** What this server knows of the releases in the store: those that there are, and which of them people get. */
export interface ReleaseState {
  readonly deployments: ReadonlyMap<string, Deployment>
  find(section: string, release: string): Release | undefined
}

export interface Releases {
  /** At most a second old, or as old as is named. With the database away it is the last one that was read. */
  current(maxAgeMs?: number): Promise<ReleaseState>
  /** After a change on this server. */
  forget(): void
}

export interface ReleasesOptions {
  readonly database: Pick<Database, 'asSystem'>
  readonly onFault: (message: string, cause: unknown) => void
  readonly now?: (() => number) | undefined
}

const cacheMs = 1_000
const none: ReleaseState = { deployments: new Map(), find: () => undefined }

export function createReleases({ database, onFault, now = Date.now }: ReleasesOptions): Releases {
  /** Releases never change, so each is read once. */
  const known = new Map<string, Release>()
  let cached: { at: number; state: Promise<ReleaseState> } | undefined
  let last = none

  const load = async (): Promise<ReleaseState> => {
    const read = await database.asSystem(async (system) => {
      const [deployments, ids] = await Promise.all([findDeployments(system), findReleaseIds(system)])
      const fresh: Release[] = []
      for (const { section, release } of ids) {
        const found = known.has(keyOf(section, release)) ? undefined : await findRelease(system, section, release)
        if (found) fresh.push(found)
      }
      return { deployments, ids: new Set(ids.map((id) => keyOf(id.section, id.release))), fresh }
    })
    for (const release of read.fresh) known.set(keyOf(release.section, release.release), release)
    for (const key of known.keys()) if (!read.ids.has(key)) known.delete(key)
    return {
      deployments: new Map(read.deployments.map((deployment) => [deployment.section, deployment])),
      find: (section, release) => known.get(keyOf(section, release)),
    }
  }

  const read = async (): Promise<ReleaseState> => {
    try {
      last = await load()
    } catch (cause) {
      onFault('The releases of the sections cannot be read; those of the last time hold', cause)
    }
    return last
  }

  return {
    current(maxAgeMs = cacheMs) {
      if (cached === undefined || now() - cached.at >= maxAgeMs) cached = { at: now(), state: read() }
      return cached.state
    },
    forget() {
      cached = undefined
    },
  }
}

const keyOf = (section: string, release: string): string => `${section}/${release}`
