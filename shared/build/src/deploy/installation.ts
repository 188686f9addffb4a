import type { DeployedSection, ReleaseOrigin, UploadedRelease } from '@pim/contract'

/** Whom a build is for. `nobody`: it is put into the store, and given to people later. */
export type Aim = 'everybody' | 'nobody' | { readonly percent: number } | { readonly tenants: string[] }

export interface BuildToDeploy {
  readonly section: string
  readonly folder: string
  readonly origin: ReleaseOrigin
}

/** The steps of a deploy, by the API and a key or by the database. Refusals are thrown with words for whoever deploys. */
export interface Installation {
  find(section: string): Promise<DeployedSection>
  /** `isDryRun`: looks at the build as a deploy does, and changes nothing. */
  deploy(build: BuildToDeploy, aim: Aim, isDryRun: boolean): Promise<UploadedRelease>
  promote(section: string, release: string): Promise<unknown>
  endCanary(section: string): Promise<unknown>
  rollBack(section: string, takesSectionAway: boolean): Promise<unknown>
  /** Undefined: the tenant follows the installation again. */
  pin(section: string, tenant: string, release: string | undefined): Promise<unknown>
}

/** The message says what is wrong and what to do. */
export class CannotDeploy extends Error {
  override readonly name = 'CannotDeploy'
}
