import type { DeployedSection } from '@pim/contract'
import { readDataSettings } from '../config.ts'
import { createDeployments, type Deployments } from '../modules/sections/index.ts'
import { findTenants } from '../modules/tenants/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { createReleaseStore, misfitOf, NoBuild, type ReleaseStore, readBuild } from '../platform/releases/index.ts'
import { withData } from './data.ts'
import { releasePlace } from './release-place.ts'

export interface DeployTools {
  readonly deployments: Deployments
  readonly store: ReleaseStore
  readonly database: Database
}

/** Opens what a deploy writes to, beside a server that runs or without one. */
export async function withDeployments<T>(
  variables: Readonly<Record<string, string | undefined>>,
  work: (tools: DeployTools) => Promise<T>,
): Promise<T> {
  const config = readDataSettings(variables)
  const store = createReleaseStore(openObjectStore(releasePlace(config)))
  return await withData(config, async ({ address }) => {
    const database = openDatabase({ address })
    const notifications = await openNotifications({ connection: address.platform })
    try {
      const deployments = createDeployments({
        database,
        notifications,
        releases: { forget() {} },
        sections: async () => [],
        elsewhere: {},
      })
      return await work({ deployments, store, database })
    } finally {
      await notifications.close()
      await database.close()
    }
  })
}

export interface DeployRequest {
  readonly folder: string
  readonly section: string
  readonly by: string
  readonly canary?: { readonly percent: number } | { readonly tenants: string[] } | undefined
  readonly isDryRun: boolean
  readonly log: (line: string) => void
}

/** Puts a build into the store and gives it to everybody, or to some. Answers the id of the release. */
export async function deployBuild({ deployments, store }: DeployTools, request: DeployRequest): Promise<string> {
  const { folder, section, by, canary, isDryRun, log } = request
  const build = await readBuild(folder)
  if (build.section !== section) throw new NoBuild(`${folder} is a build of ${build.section}, not of ${section}`)
  const misfit = misfitOf(build.description)
  if (misfit !== undefined) throw new NoBuild(`${section} is not deployed. ${misfit}`)
  const bytes = build.files.reduce((sum, file) => sum + file.byteSize, 0)
  log(`${section} ${build.release}: ${build.files.length} files, ${Math.ceil(bytes / 1_000)} kB, for ${aimOf(canary)}`)
  if (isDryRun) return build.release
  await store.store(build)
  await deployments.deploy(build, by, canary)
  for (const release of await deployments.sweep(section)) {
    await store.remove(section, release)
    log(`removed ${release}, which nobody gets any more`)
  }
  return build.release
}

const aimOf = (canary: DeployRequest['canary']): string => {
  if (canary === undefined) return 'everybody'
  return 'percent' in canary ? `${canary.percent} % of the people` : `the people of ${canary.tenants.join(', ')}`
}

/** The release whose id begins with the text; throws where there is none, or more than one. */
export function releaseBeginning({ section, releases }: DeployedSection, start: string): string {
  const found = releases.filter(({ release }) => release.startsWith(start))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new NoBuild(
      `${found.length === 0 ? 'No release' : 'More than one release'} of ${section} begins with ${start}`,
    )
  return only.release
}

export async function tenantIdOf(database: Database, externalId: string): Promise<string> {
  const [tenant] = await database.asSystem((system) => findTenants(system, [externalId]))
  if (tenant === undefined) throw new NoBuild(`There is no tenant ${externalId}`)
  return tenant.tenantId
}

export function describeSection({ section, live, serverRelease, canary, pins, releases }: DeployedSection): string[] {
  const marks = (release: string, takenBack: boolean) => [
    ...(release === (live?.release ?? serverRelease) ? ['live'] : []),
    ...(release === serverRelease ? ['build of the server'] : []),
    ...(canary?.release === release
      ? [
          `canary for ${canary.percent !== undefined ? `${canary.percent} %` : canary.tenants?.join(', ')}`,
          `failed for ${canary.failedPeopleCount ?? 0} of ${canary.peopleCount ?? 0} people`,
        ]
      : []),
    ...pins.filter((pin) => pin.release === release).map(({ tenant }) => `pinned by ${tenant}`),
    ...(takenBack ? ['taken back'] : []),
  ]
  return [
    `${section}${live === undefined ? ': the build of the server is live' : ''}`,
    ...releases.map(({ release, deployedAt, deployedBy, failureCount, takenBack }) =>
      [
        `  ${release.slice(0, 12)}  ${deployedAt}  ${deployedBy}`,
        ...marks(release, takenBack !== undefined),
        ...(failureCount > 0 ? [`${failureCount} failures`] : []),
        ...(takenBack ? [takenBack.reason] : []),
      ].join('  '),
    ),
  ]
}
