import type { DeployedSection, SectionChange, SectionRelease, TenantSection } from '@pim/contract'
import { fitsSlot, slotsOf } from '@pim/contract/core/fits.ts'
import { sectionChangeActions } from '@pim/contract/sections/schemas.ts'
import { Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type CanaryPeople,
  type ChangeRecord,
  countCanaryPeople,
  type Deployment,
  findAllLiveBefore,
  findChanges,
  findDeployments,
  findRelease,
  findReleaseRecords,
  getsCanary,
  type Release,
  type ReleaseRecord,
} from '../../platform/releases/index.ts'
import type { RemoteDescription } from '../../platform/sections/description.ts'
import type { Section } from '../../platform/sections/index.ts'
import { findDeployKeyNames } from '../api-keys/index.ts'
import { findEverybodySeen, type KnownUser } from '../shell/index.ts'
import { findOwnTenant, findRemotes } from '../tenants/index.ts'
import { withinMinutes } from './canary-people.ts'
import { permissionName, proposedRole } from './permission-roles.ts'
import { pinIn } from './pin-in.ts'
import { findMisfitReleases, type MisfitParts, type MisfitRelease } from './release-misfits.ts'
import { hasFolder } from './release-requirements.ts'
import { shownSettings } from './section-settings.ts'

const shownChanges = 20

export interface DeployedSectionParts extends MisfitParts {
  readonly database: Database
  readonly sections: () => Promise<readonly Section[]>
  /** Addresses of sections from the settings. */
  readonly elsewhere: Readonly<Record<string, string>>
}

/** The sections with their releases, as operators and as administrators of a tenant see them. */
export function deployedSections(parts: DeployedSectionParts) {
  const { database, sections, elsewhere } = parts
  const list = async (): Promise<DeployedSection[]> => {
    const [known, misfits, read] = await Promise.all([
      sections(),
      findMisfitReleases(parts),
      database.asSystem(async (system) => {
        const deployments = await findDeployments(system)
        return {
          deployments,
          records: await findReleaseRecords(system),
          changes: await findChanges(system, shownChanges),
          tenants: await findRemotes(system),
          people: await countCanaryPeople(system, withinMinutes),
          keys: await findDeployKeyNames(system),
          before: await findAllLiveBefore(system),
          seen: deployments.some(({ canaryRelease }) => canaryRelease !== null) ? await findEverybodySeen(system) : [],
        }
      }),
    ])
    return namesOf(known, read.deployments).map((section) => {
      const deployment = read.deployments.find((each) => each.section === section)
      return {
        section,
        ...aboutSection(section, known),
        ...(deployment && currentOf(deployment, read.people, read.seen)),
        ...(deployment && stepBack(deployment, read.before, known)),
        pins: read.tenants.flatMap(({ externalId: tenant, remotes }) => {
          const release = pinIn(remotes, section)
          return release === undefined ? [] : [{ tenant, release }]
        }),
        releases: read.records
          .filter((each) => each.section === section)
          .map((each) => ({ ...shownRelease(each, read.keys), ...misfitsIn(misfits, each) })),
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
    const [known, own, read] = await Promise.all([
      sections(),
      database.inTenantReadOnly(tenant.tenantId, (trx) => findOwnTenant(trx, tenant.tenantId)),
      database.asSystem(async (system) => ({
        deployments: await findDeployments(system),
        records: await findReleaseRecords(system),
      })),
    ])
    const names = namesOf(known, read.deployments)
    const pinned = await database.asSystem(async (system) => {
      const found: Release[] = []
      for (const section of names) {
        const release = pinIn(own.remotes, section)
        const stored = release === undefined ? undefined : await findRelease(system, section, release)
        if (stored !== undefined) found.push(stored)
      }
      return found
    })
    /** What people of the tenant get of a section. */
    const half = (section: string): RemoteDescription | undefined =>
      pinned.find((each) => each.section === section)?.description ?? known.find(({ name }) => name === section)
    const offered = names.flatMap((section) => half(section) ?? [])
    return names.map((section) => {
      const deployment = read.deployments.find((each) => each.section === section)
      const pinnedRelease = pinIn(own.remotes, section)
      const permissions = permissionsOf(known.find(({ name }) => name === section))
      const { fills, settings: declared } = half(section) ?? {}
      const settings = shownSettings(section, declared, 'tenant', own.settings)
      const hasCanary =
        deployment?.canaryPercent != null || (deployment && getsCanary(deployment, '', [tenant.externalId]))
      return {
        section,
        ...aboutSection(section, known),
        ...(deployment?.liveRelease != null && { liveRelease: deployment.liveRelease }),
        ...(deployment?.serverRelease != null && { serverRelease: deployment.serverRelease }),
        ...(hasCanary && deployment?.canaryRelease != null && { canaryRelease: deployment.canaryRelease }),
        ...(pinnedRelease !== undefined && { pinnedRelease }),
        ...(permissions.length > 0 && {
          permissions: permissions.map((each) => ({
            ...each,
            role: own.permissionRoles[each.permission] ?? each.proposedRole,
          })),
        }),
        ...(settings.length > 0 && { settings }),
        releases: read.records.filter((each) => each.section === section).map(shownToTenant),
        ...(fills !== undefined && { fills: shownFills(section, fills, own.fillsOff, offered) }),
      }
    })
  }

  const aboutSection = (section: string, known: readonly Section[]) => {
    const titleKey = known.find(({ name }) => name === section)?.titleKey
    return { ...(titleKey !== undefined && { titleKey }), ...(section in elsewhere && { isElsewhere: true as const }) }
  }

  return { list, find, listForTenant }
}

const namesOf = (known: readonly Section[], deployments: readonly Deployment[]): string[] => [
  ...new Set([...known.map(({ name }) => name), ...deployments.map(({ section }) => section)]),
]

const permissionsOf = (section: Section | undefined) =>
  Object.entries(section?.permissions ?? {}).map(([name, declared]) => ({
    permission: permissionName(section?.name ?? '', name),
    titleKey: declared.titleKey,
    ...(declared.helpKey !== undefined && { helpKey: declared.helpKey }),
    proposedRole: proposedRole(declared),
  }))

function currentOf(
  deployment: Deployment,
  people: readonly CanaryPeople[],
  seen: readonly Pick<KnownUser, 'userId' | 'tenants'>[],
): Pick<DeployedSection, 'live' | 'serverRelease' | 'canary'> {
  const {
    liveRelease,
    liveAt,
    liveBy,
    serverRelease,
    canaryRelease,
    canaryAt,
    canaryBy,
    canaryPercent,
    canaryTenants,
  } = deployment
  const { given = 0, failed = 0 } =
    people.find(({ section, release }) => section === deployment.section && release === canaryRelease) ?? {}
  return {
    ...(liveRelease !== null && { live: { release: liveRelease, at: liveAt, by: liveBy } }),
    ...(serverRelease !== null && { serverRelease }),
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
          reachedPeopleCount: seen.filter(({ userId, tenants }) => getsCanary(deployment, userId, tenants)).length,
        },
      }),
  }
}

/** The fills, sorted by slot and position: `jsonb` keeps no order. */
const shownFills = (
  section: string,
  fills: NonNullable<Section['fills']>,
  fillsOff: readonly string[],
  offered: readonly RemoteDescription[],
): TenantSection['fills'] => {
  const versions = slotsOf(offered)
  return Object.keys(fills)
    .sort()
    .flatMap((slot) =>
      Object.entries(fills[slot] ?? {})
        .sort(([a, { position: first = Infinity }], [b, { position: next = Infinity }]) =>
          first === next ? a.localeCompare(b) : first - next,
        )
        .map(([name, { titleKey, version }]) => {
          const has = versions[slot]
          const slotTitleKey = offered.map(({ slots }) => slots?.[slot]?.titleKey).find((key) => key !== undefined)
          return {
            slot,
            name,
            titleKey,
            ...(slotTitleKey !== undefined && { slotTitleKey }),
            ...(fillsOff.includes(`${section}/${slot}/${name}`) && { isOff: true as const }),
            ...(!fitsSlot(slot, version, versions) && {
              misfit: { needs: version ?? '', ...(has !== undefined && { has }) },
            }),
          }
        }),
    )
}

function misfitsIn(
  all: readonly MisfitRelease[],
  { section, release }: ReleaseRecord,
): Pick<SectionRelease, 'misfits'> {
  const found = all.find((each) => each.section === section && each.release === release)
  return found === undefined ? {} : { misfits: [...found.misfits] }
}

/** The release that a roll-back from the live one leads to. */
function stepBack(
  { section, liveRelease, serverRelease }: Deployment,
  before: ReadonlyMap<string, string>,
  known: readonly Section[],
): Pick<DeployedSection, 'before' | 'isFirst'> {
  if (liveRelease === null) return {}
  const release = before.get(section) ?? serverRelease
  if (release !== null) return { before: release }
  return hasFolder(section, known) ? {} : { isFirst: true }
}

const shownRelease = (record: ReleaseRecord, keys: ReadonlyMap<string, string>) => ({
  release: record.release,
  deployedAt: record.deployedAt,
  deployedBy: record.deployedBy,
  ...(record.shellContract !== null && { shellContract: record.shellContract }),
  ...(record.apiContract !== null && { apiContract: record.apiContract }),
  failureCount: record.failureCount,
  ...(Object.keys(record.origin).length > 0 && { origin: record.origin }),
  ...(record.signedBy !== null && { signedBy: keys.get(record.signedBy) ?? record.signedBy }),
  ...(record.takenBackAt !== null && { takenBack: { at: record.takenBackAt, reason: record.takenBackReason ?? '' } }),
})

function shownToTenant(record: ReleaseRecord): TenantSection['releases'][number] {
  const { deployedBy: _deployedBy, origin: _origin, signedBy: _signedBy, ...shown } = shownRelease(record, new Map())
  return shown
}

function shownChange({ at, by, action, release, details }: ChangeRecord): SectionChange {
  const { reason, percent, tenants, key } = details
  return {
    at,
    by,
    action: sectionChangeActions.find((each) => each === action) ?? 'deploy',
    ...(release !== null && { release }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof percent === 'number' && { percent }),
    ...(typeof key === 'string' && { key }),
    ...(Array.isArray(tenants) && { tenants: tenants.map(String) }),
  }
}
