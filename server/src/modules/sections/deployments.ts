import type { DeployedSection, SectionChange, SetCanary, TenantSection } from '@pim/contract'
import { sectionChangeActions } from '@pim/contract/sections/schemas.ts'
import { Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  appendChange,
  type CanaryPeople,
  type ChangeRecord,
  countCanaryPeople,
  type Deployment,
  deleteRelease,
  findChanges,
  findDeployments,
  findLiveBefore,
  findRelease,
  findReleaseRecords,
  getsCanary,
  lockDeployment,
  manifestUrlOf,
  misfitOf,
  openDeployment,
  type Release,
  type ReleaseRecord,
  type Releases,
  releaseInUrl,
  setLive,
  storeCanary,
  storeRelease,
} from '../../platform/releases/index.ts'
import type { Section } from '../../platform/sections/index.ts'
import { recordChange } from '../audit/index.ts'
import { findOwnTenant, findRemotes, setRemote, tenantChanged } from '../tenants/index.ts'
import { withinMinutes } from './canary-people.ts'

export interface DeploymentParts {
  readonly database: Database
  readonly notifications: Notifications
  readonly releases: Pick<Releases, 'forget'>
  readonly sections: () => Promise<readonly Section[]>
  /** Addresses of sections from the settings. */
  readonly elsewhere: Readonly<Record<string, string>>
}

/** A share of all people, or the people of some tenants. */
export type Share = { readonly percent: number } | { readonly tenants: string[] }
export type Deployments = ReturnType<typeof createDeployments>

/** Kept beside those that somebody gets. */
export const keptReleases = 3
const shownChanges = 20

/** Which release of a section people get: what operators and tenants decide. */
export function createDeployments({ database, notifications, releases, sections, elsewhere }: DeploymentParts) {
  /** One change of the releases of a section at a time. */
  const change = async (
    section: string,
    work: (system: Transaction, before: Deployment) => Promise<void>,
  ): Promise<void> => {
    await database.asSystem(async (system) => {
      const before = await lockDeployment(system, section)
      if (before === undefined) throw new Problem('NOT_FOUND')
      await work(system, before)
    })
    releases.forget()
  }

  /** Writes down a release whose files are in the store, and gives it to everybody or to some. */
  const deploy = async (release: Release, by: string, canary?: Share): Promise<void> => {
    requireFit(release)
    const { section } = release
    await database.asSystem(async (system) => {
      await storeRelease(system, release, by)
      await openDeployment(system, section)
    })
    await change(section, async (system, before) => {
      await appendChange(system, { section, action: 'deploy', release: release.release, by, details: {} })
      if (canary === undefined) await makeLive(system, before, release.release, by)
      else await give(system, section, { release: release.release, ...canary }, by)
    })
  }

  /** The canary ends with it: people who had it would otherwise stay with what may be older. */
  const makeLive = async (system: Transaction, before: Deployment, release: string, by: string): Promise<void> => {
    const { section } = before
    await setLive(system, section, { release, by, isPromotion: true })
    if (before.canaryRelease !== null) await storeCanary(system, section, undefined)
    await appendChange(system, { section, action: 'promote', release, by, details: {} })
  }

  const give = async (system: Transaction, section: string, canary: SetCanary, by: string): Promise<void> => {
    const { release } = canary
    const percent = 'percent' in canary ? canary.percent : null
    const tenants = 'tenants' in canary ? canary.tenants : null
    await storeCanary(system, section, { release, percent, tenants, by })
    const details = { ...(percent !== null && { percent }), ...(tenants !== null && { tenants }) }
    await appendChange(system, { section, action: 'canary', release, by, details })
  }

  const promote = (section: string, release: string, by: string): Promise<void> =>
    change(section, async (system, before) => {
      await requireRelease(system, section, release)
      await makeLive(system, before, release, by)
    })

  const setCanary = (section: string, canary: SetCanary, by: string): Promise<void> =>
    change(section, async (system) => {
      await requireRelease(system, section, canary.release)
      await give(system, section, canary, by)
    })

  const endCanary = (section: string, by: string): Promise<void> =>
    change(section, async (system, { canaryRelease }) => {
      if (canaryRelease === null) throw new Problem('NOT_FOUND')
      await storeCanary(system, section, undefined)
      await appendChange(system, { section, action: 'endCanary', release: canaryRelease, by, details: {} })
    })

  /** To the release before; from the first one to the build of the server. A canary ends, too. */
  const rollBack = (section: string, by: string): Promise<void> =>
    change(section, async (system, { liveRelease, canaryRelease }) => {
      if (liveRelease === null) throw new Problem('NOT_FOUND')
      const release = (await findLiveBefore(system, section, liveRelease))?.release ?? null
      if (release !== null) await requireRelease(system, section, release)
      await setLive(system, section, { release, by, isPromotion: false })
      if (canaryRelease !== null) await storeCanary(system, section, undefined)
      await appendChange(system, { section, action: 'rollBack', release, by, details: { from: liveRelease } })
    })

  const pin = async (tenantId: string, section: string, release: string | undefined, by: string): Promise<void> => {
    if (release !== undefined) await database.asSystem((system) => requireRelease(system, section, release))
    await database.inTenant(tenantId, async (trx) => {
      const { remotes, externalId } = await findOwnTenant(trx, tenantId)
      if (release === undefined && pinIn(remotes, section) === undefined) throw new Problem('NOT_FOUND')
      await setRemote(trx, tenantId, section, release && manifestUrlOf(section, release))
      await Promise.all([
        recordChange(trx, tenantId, {
          userId: by,
          action: release === undefined ? 'section.unpin' : 'section.pin',
          entityKind: 'tenant',
          entityId: externalId,
          details: { section, ...(release !== undefined && { release }) },
        }),
        notifications.send(trx, tenantChanged, { tenantId }),
      ])
    })
  }

  /** Forgets releases that nobody gets and that are not among the last ones; the caller removes their files. */
  const sweep = async (section: string): Promise<string[]> => {
    const gone: string[] = []
    await change(section, async (system, { liveRelease, canaryRelease }) => {
      const tenants = await findRemotes(system)
      const used = new Set([liveRelease, canaryRelease, ...tenants.map(({ remotes }) => pinIn(remotes, section))])
      const others = (await findReleaseRecords(system)).filter(
        (each) => each.section === section && !used.has(each.release),
      )
      for (const { release } of others.slice(keptReleases)) {
        await deleteRelease(system, section, release)
        gone.push(release)
      }
    })
    return gone
  }

  const list = async (): Promise<DeployedSection[]> => {
    const [known, read] = await Promise.all([
      sections(),
      database.asSystem(async (system) => ({
        deployments: await findDeployments(system),
        records: await findReleaseRecords(system),
        changes: await findChanges(system, shownChanges),
        tenants: await findRemotes(system),
        people: await countCanaryPeople(system, withinMinutes),
      })),
    ])
    return namesOf(known, read.deployments).map((section) => {
      const deployment = read.deployments.find((each) => each.section === section)
      return {
        section,
        ...aboutSection(section, known),
        ...(deployment && currentOf(deployment, read.people)),
        pins: read.tenants.flatMap(({ externalId: tenant, remotes }) => {
          const release = pinIn(remotes, section)
          return release === undefined ? [] : [{ tenant, release }]
        }),
        releases: read.records.filter((each) => each.section === section).map(shownRelease),
        changes: read.changes.filter((each) => each.section === section).map(shownChange),
      }
    })
  }

  const find = async (section: string): Promise<DeployedSection> => {
    const found = (await list()).find((each) => each.section === section)
    if (found === undefined) throw new Problem('NOT_FOUND')
    return found
  }

  const listForTenant = async (tenant: { tenantId: string; externalId: string }): Promise<TenantSection[]> => {
    const [known, remotes, read] = await Promise.all([
      sections(),
      database.inTenantReadOnly(tenant.tenantId, async (trx) => (await findOwnTenant(trx, tenant.tenantId)).remotes),
      database.asSystem(async (system) => ({
        deployments: await findDeployments(system),
        records: await findReleaseRecords(system),
      })),
    ])
    return namesOf(known, read.deployments).map((section) => {
      const deployment = read.deployments.find((each) => each.section === section)
      const pinnedRelease = pinIn(remotes, section)
      const hasCanary =
        deployment?.canaryPercent != null || (deployment && getsCanary(deployment, '', [tenant.externalId]))
      return {
        section,
        ...aboutSection(section, known),
        ...(deployment?.liveRelease != null && { liveRelease: deployment.liveRelease }),
        ...(hasCanary && deployment?.canaryRelease != null && { canaryRelease: deployment.canaryRelease }),
        ...(pinnedRelease !== undefined && { pinnedRelease }),
        releases: read.records.filter((each) => each.section === section).map(shownToTenant),
      }
    })
  }

  const aboutSection = (section: string, known: readonly Section[]) => {
    const titleKey = known.find(({ name }) => name === section)?.titleKey
    return { ...(titleKey !== undefined && { titleKey }), ...(section in elsewhere && { isElsewhere: true as const }) }
  }

  return { deploy, promote, setCanary, endCanary, rollBack, pin, sweep, list, find, listForTenant }
}

const namesOf = (known: readonly Section[], deployments: readonly Deployment[]): string[] => [
  ...new Set([...known.map(({ name }) => name), ...deployments.map(({ section }) => section)]),
]

/** The release that a tenant is pinned to; its own address of another kind is no pin. */
function pinIn(remotes: Readonly<Record<string, { manifestUrl: string }>>, section: string): string | undefined {
  const manifestUrl = remotes[section]?.manifestUrl
  return manifestUrl === undefined ? undefined : releaseInUrl(section, manifestUrl)
}

async function requireRelease(system: Transaction, section: string, release: string): Promise<void> {
  const found = await findRelease(system, section, release)
  if (found === undefined) throw new Problem('NOT_FOUND')
  requireFit(found)
}

function requireFit({ description }: Release): void {
  const misfit = misfitOf(description)
  if (misfit !== undefined) throw new Problem('RELEASE_INCOMPATIBLE', { message: misfit })
}

function currentOf(deployment: Deployment, people: readonly CanaryPeople[]): Pick<DeployedSection, 'live' | 'canary'> {
  const { liveRelease, liveAt, liveBy, canaryRelease, canaryAt, canaryBy, canaryPercent, canaryTenants } = deployment
  const { given = 0, failed = 0 } =
    people.find(({ section, release }) => section === deployment.section && release === canaryRelease) ?? {}
  return {
    ...(liveRelease !== null && { live: { release: liveRelease, at: liveAt, by: liveBy } }),
    ...(canaryRelease !== null &&
      canaryAt !== null && {
        canary: {
          release: canaryRelease,
          at: canaryAt,
          by: canaryBy ?? '',
          ...(canaryPercent !== null && { percent: canaryPercent }),
          ...(canaryTenants !== null && { tenants: canaryTenants }),
          peopleCount: given,
          failedPeopleCount: failed,
        },
      }),
  }
}

const shownRelease = (record: ReleaseRecord) => ({
  release: record.release,
  deployedAt: record.deployedAt,
  deployedBy: record.deployedBy,
  ...(record.shellContract !== null && { shellContract: record.shellContract }),
  ...(record.apiContract !== null && { apiContract: record.apiContract }),
  failureCount: record.failureCount,
  ...(record.takenBackAt !== null && { takenBack: { at: record.takenBackAt, reason: record.takenBackReason ?? '' } }),
})

function shownToTenant(record: ReleaseRecord): TenantSection['releases'][number] {
  const { deployedBy: _deployedBy, ...shown } = shownRelease(record)
  return shown
}

function shownChange({ at, by, action, release, details }: ChangeRecord): SectionChange {
  const { reason, percent, tenants } = details
  return {
    at,
    by,
    action: sectionChangeActions.find((each) => each === action) ?? 'deploy',
    ...(release !== null && { release }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof percent === 'number' && { percent }),
    ...(Array.isArray(tenants) && { tenants: tenants.map(String) }),
  }
}
