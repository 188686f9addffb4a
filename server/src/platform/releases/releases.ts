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
  /** Releases never change, so each is read once. Each look has a map of its own: an earlier one may end after a later one. */
  let known: ReadonlyMap<string, Release> = new Map()
  let cached: { at: number; state: Promise<ReleaseState> } | undefined
  let last = none

  const load = async (): Promise<ReleaseState> => {
    const read = await database.asSystem(async (system) => {
      const [deployments, ids] = await Promise.all([findDeployments(system), findReleaseIds(system)])
      const releases = new Map<string, Release>()
      for (const { section, release } of ids) {
        const key = keyOf(section, release)
        const found = known.get(key) ?? (await findRelease(system, section, release))
        if (found) releases.set(key, found)
      }
      return { deployments, releases }
    })
    known = read.releases
    return {
      deployments: new Map(read.deployments.map((deployment) => [deployment.section, deployment])),
      find: (section, release) => read.releases.get(keyOf(section, release)),
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
