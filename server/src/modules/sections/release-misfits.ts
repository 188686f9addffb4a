import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Misfit } from '@pim/contract'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import {
  findDeployments,
  findRelease,
  misfitsOf,
  type Release,
  ReleaseDamaged,
  type ReleaseStore,
} from '../../platform/releases/index.ts'
import { findRemotes } from '../tenants/index.ts'
import { pinIn } from './pin-in.ts'

export interface MisfitParts {
  readonly database: Pick<Database, 'asSystem'>
  /** With it and the report of what the shell lends, the members are named that a release does not find. */
  readonly releaseStore?: ReleaseStore | undefined
  /** The folder of the product. */
  readonly root?: string | undefined
}

/** The people who get a release that does not load: everybody, some, or one tenant. */
export interface MisfitRelease {
  readonly section: string
  readonly release: string
  readonly given: string
  readonly misfits: readonly Misfit[]
}

/** The releases that people get, or would get, and that do not load in this version of the product. */
export async function findMisfitReleases(parts: MisfitParts): Promise<MisfitRelease[]> {
  const given = await parts.database.asSystem(async (system) => {
    const deployments = await findDeployments(system)
    const tenants = await findRemotes(system)
    const named = deployments.flatMap(({ section, liveRelease, serverRelease, canaryRelease }) => [
      { section, release: liveRelease, given: 'live' },
      { section, release: canaryRelease, given: 'canary' },
      ...(liveRelease === null ? [{ section, release: serverRelease, given: 'build of the server' }] : []),
      ...tenants.map(({ externalId, remotes }) => ({
        section,
        release: pinIn(remotes, section) ?? null,
        given: `pinned by ${externalId}`,
      })),
    ])
    const found: { given: string; release: Release }[] = []
    for (const { section, release: id, given } of named) {
      const release = id === null ? undefined : await findRelease(system, section, id)
      if (release !== undefined) found.push({ given, release })
    }
    return found
  })
  const misfitting = given.flatMap(({ given, release }) => {
    const misfits = misfitsOf(release.description)
    return misfits.length === 0 ? [] : [{ given, release, misfits }]
  })
  return await Promise.all(
    misfitting.map(async ({ given, release: { section, release }, misfits }) => ({
      section,
      release,
      given,
      misfits: misfits.some(({ of }) => of === 'shell')
        ? [...misfits, ...(await missingMembers(parts, section, release))]
        : misfits,
    })),
  )
}

const manifestName = 'mf-manifest.json'
const manifestSchema = z.object({ neededExports: z.record(z.string(), z.array(z.string())).default({}) })
const shellReportSchema = z.object({
  modules: z.record(z.string(), z.object({ members: z.record(z.string(), z.unknown()) })),
})

/** Members that the build imports from modules of the shell, and that these do not have. */
async function missingMembers(
  { releaseStore, root }: MisfitParts,
  section: string,
  release: string,
): Promise<Misfit[]> {
  if (releaseStore === undefined || root === undefined) return []
  try {
    const file = (await releaseStore.files(section, release))?.find(({ path }) => path === manifestName)
    if (file === undefined) return []
    const bytes = await releaseStore.bytes(section, release, file)
    const { neededExports } = manifestSchema.parse(JSON.parse(bytes.toString('utf8')))
    const report: unknown = JSON.parse(await readFile(join(root, 'shared/shell/contract.json'), 'utf8'))
    const { modules } = shellReportSchema.parse(report)
    return Object.entries(neededExports).flatMap(([module, names]) =>
      names
        .filter((name) => !Object.hasOwn(modules[module]?.members ?? {}, name))
        .map((name) => ({ of: 'member' as const, needs: `${module}: ${name}` })),
    )
  } catch (error) {
    // That it does not fit is known all the same.
    if (error instanceof ReleaseDamaged || error instanceof z.ZodError || error instanceof SyntaxError) return []
    throw error
  }
}
