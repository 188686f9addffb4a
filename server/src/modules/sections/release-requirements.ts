import { slotNameFault } from '@pim/contract/core/fits.ts'
import { Problem } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  type Deployment,
  findDeployments,
  findRelease,
  liveReleaseOf,
  misfitOf,
  missingTextsOf,
  type Release,
  takenAddressOf,
} from '../../platform/releases/index.ts'
import type { RemoteDescription } from '../../platform/sections/description.ts'
import type { Section } from '../../platform/sections/index.ts'

/** Whether a build in a folder of the server is offered where no release is. */
export const hasFolder = (section: string, known: readonly Section[]): boolean =>
  known.some(({ name, distFolder }) => name === section && distFolder !== undefined)

export async function requireRelease(system: Transaction, section: string, release: string): Promise<Release> {
  const found = await findRelease(system, section, release)
  if (found === undefined) throw new Problem('NOT_FOUND')
  requireFit(found)
  return found
}

/** Refuses a release with a screen where another section has one, in what anybody gets of it. */
export async function requireAddresses(
  system: Transaction,
  release: Release,
  known: readonly Section[],
): Promise<void> {
  const others: RemoteDescription[] = known.filter(({ name }) => name !== release.section)
  for (const deployment of await findDeployments(system)) {
    if (deployment.section === release.section) continue
    for (const id of [liveReleaseOf(deployment), deployment.canaryRelease]) {
      const found = id === null ? undefined : await findRelease(system, deployment.section, id)
      if (found !== undefined) others.push(found.description)
    }
  }
  const taken = takenAddressOf(release.description, others)
  // Defence 338
  if (taken !== undefined) throw new Problem('ADDRESS_TAKEN', { message: taken })
}

export function requireFit({ description }: Release): void {
  const misfit = misfitOf(description)
  if (misfit !== undefined) throw new Problem('RELEASE_INCOMPATIBLE', { message: misfit })
}

/** A canary of what everybody gets would show nothing, and taking it back would help nobody. */
export function requireOther(before: Deployment, release: string): void {
  // Defence 270
  if (release === liveReleaseOf(before)) throw new Problem('RELEASE_IS_LIVE')
}

/** Refuses a build that offers slots by names of others. */
export function requireOwnSlots({ description }: Release): void {
  const fault = slotNameFault(description)
  // Defence 366
  if (fault !== undefined) throw new Problem('BUILD_INVALID', { message: fault })
}

/** Refuses a build with texts that only some of its languages have. */
export function requireTexts(release: Release): void {
  const missing = missingTextsOf(release)
  // Defence 336
  if (missing !== undefined) throw new Problem('STRINGS_MISSING', { message: missing })
}
