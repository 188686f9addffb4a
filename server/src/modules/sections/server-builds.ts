import { misfitOf, NoBuild, ReleaseDamaged, type ReleaseStore, readBuild } from '../../platform/releases/index.ts'
import type { Section } from '../../platform/sections/index.ts'
import type { Deployments } from './deployments.ts'

export interface ServerBuildParts {
  readonly deployments: Pick<Deployments, 'comeWithServer' | 'sweep'>
  readonly store: ReleaseStore
  readonly sections: () => Promise<readonly Section[]>
  /** Addresses of sections from the settings. */
  readonly elsewhere: Readonly<Record<string, string>>
  readonly onFault: (message: string, cause: unknown) => void
}

/**
 * Makes releases of the builds that came with this server, at its start: people get them by their hash and from the store,
 * whatever is built in their folders later. One that cannot be kept is served from its folder.
 */
export async function keepServerBuilds({ deployments, store, sections, elsewhere, onFault }: ServerBuildParts) {
  for (const { name, distFolder } of await sections()) {
    if (distFolder === undefined || name in elsewhere) continue
    try {
      const build = await readBuild(distFolder)
      const misfit = misfitOf(build.description)
      if (misfit !== undefined) throw new NoBuild(misfit)
      // A database that was restored may name releases that the store does not have.
      const files = await store.files(name, build.release).catch((error: unknown) => {
        if (!(error instanceof ReleaseDamaged)) throw error
      })
      if (files === undefined) await store.store(build)
      await deployments.comeWithServer(build)
      for (const release of await deployments.sweep(name)) await store.remove(name, release)
    } catch (cause) {
      onFault(`The build of ${name} is served from its folder, as it cannot be kept as a release`, cause)
    }
  }
}
