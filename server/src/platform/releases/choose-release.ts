import { createHash } from 'node:crypto'
import type { Deployment, Release } from './release.repository.ts'
import type { ReleaseState } from './releases.ts'

export const manifestUrlOf = (section: string, release: string): string =>
  `/remotes/${section}/${release}/mf-manifest.json`

/** The release that an address of this server names. */
export const releaseInUrl = (section: string, manifestUrl: string): string | undefined => {
  const release = manifestUrl.split('/')[3] ?? ''
  return /^[0-9a-f]{64}$/.test(release) && manifestUrl === manifestUrlOf(section, release) ? release : undefined
}

/** The release of people who have neither a canary nor a pin; null where no server with a build has started yet. */
export const liveReleaseOf = ({ liveRelease, serverRelease }: Deployment): string | null => liveRelease ?? serverRelease

/** A number from 0 to 100 that stays the same for a person and a release, and differs for the next release. */
export function shareOf(userId: string, release: string): number {
  const digest = createHash('sha256').update(`${release}\n${userId}`).digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100
}

/** Whether the canary of a section is for this person in one of these tenants. */
export function getsCanary(
  { canaryRelease, canaryPercent, canaryTenants }: Deployment,
  userId: string,
  tenants: readonly string[],
): boolean {
  if (canaryRelease === null) return false
  if (canaryTenants !== null) return tenants.some((tenant) => canaryTenants.includes(tenant))
  return canaryPercent !== null && shareOf(userId, canaryRelease) < canaryPercent
}

/** A section as one person of a tenant gets it, where that is not what everybody gets. */
export interface ChosenRelease {
  readonly release: Release
  readonly isCanary: boolean
}

/** The canary releases that a person in a tenant gets. */
export function canariesFor(
  { deployments, find }: ReleaseState,
  userId: string,
  tenant: string,
): Map<string, ChosenRelease> {
  const chosen = new Map<string, ChosenRelease>()
  for (const [section, deployment] of deployments) {
    if (!getsCanary(deployment, userId, [tenant])) continue
    const release = find(section, deployment.canaryRelease ?? '')
    if (release) chosen.set(section, { release, isCanary: true })
  }
  return chosen
}
