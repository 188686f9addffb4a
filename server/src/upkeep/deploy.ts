import type { ReleaseOrigin, UploadedRelease } from '@pim/contract'
import { readDataSettings } from '../config.ts'
import { createDeployments, type Deployments } from '../modules/sections/index.ts'
import { findTenants } from '../modules/tenants/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import {
  createReleaseStore,
  languagesWithout,
  NoBuild,
  type ReleaseStore,
  readBuild,
} from '../platform/releases/index.ts'
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
  readonly origin?: ReleaseOrigin | undefined
  /** Left out: for everybody. */
  readonly canary?: 'nobody' | { readonly percent: number } | { readonly tenants: string[] } | undefined
  readonly isDryRun: boolean
  readonly log: (line: string) => void
}

/** Puts a build into the store and gives it to everybody, to some, or to nobody yet. */
export async function deployBuild(
  { deployments, store }: DeployTools,
  request: DeployRequest,
): Promise<UploadedRelease> {
  const { folder, section, by, origin, canary, isDryRun, log } = request
  const build = await readBuild(folder)
  if (build.section !== section) throw new NoBuild(`${folder} is a build of ${build.section}, not of ${section}`)
  const some = canary === 'nobody' ? undefined : canary
  await deployments.check(build, some)
  const { release, files } = build
  const deployed = {
    section,
    release,
    fileCount: files.length,
    byteSize: files.reduce((sum, { byteSize }) => sum + byteSize, 0),
    languagesWithout: languagesWithout(build),
  }
  if (isDryRun) return deployed
  await store.store(build)
  if (canary === 'nobody') await deployments.keep(build, { by, origin })
  else await deployments.deploy(build, { by, origin }, some)
  for (const gone of await deployments.sweep(section)) {
    await store.remove(section, gone)
    log(`removed ${gone}, which nobody gets any more`)
  }
  return deployed
}

export async function tenantIdOf(database: Database, externalId: string): Promise<string> {
  const [tenant] = await database.asSystem((system) => findTenants(system, [externalId]))
  if (tenant === undefined) throw new NoBuild(`There is no tenant ${externalId}`)
  return tenant.tenantId
}
