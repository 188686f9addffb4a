import { hasPermission } from '@pim/contract/core/offers.ts'
import type { SettingValue } from '@pim/contract/core/section-settings.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Sections } from '../../platform/sections/index.ts'
import type { TenantRecord } from '../tenants/index.ts'
import { buildFor, type Remotes } from './build-for.ts'
import { createPermissionRoles } from './permission-roles.ts'
import { type ChosenFor, declaredIn } from './section-settings.ts'

export interface CallFactsParts {
  readonly sections: Sections
  readonly remotesFor: (tenant: Pick<TenantRecord, 'externalId' | 'remotes'>, userId: string) => Promise<Remotes>
  readonly chosenFor: ChosenFor
  readonly findTenant: (externalId: string) => TenantRecord | undefined | Promise<TenantRecord | undefined>
}

export interface CallFacts {
  /** The rights of the section that the caller has: `orders:approve`. */
  readonly permissions: readonly string[]
  /** All settings that the section declares, each with the value that holds for the caller. */
  readonly settings: Readonly<Record<string, SettingValue>>
}

/** What a section's back end is told of a caller; undefined where the section is switched off for the tenant. */
export function createCallFacts({ sections, remotesFor, chosenFor, findTenant }: CallFactsParts) {
  const permissionRolesFor = createPermissionRoles(sections)
  return async (section: string, { tenant, user }: TenantContext): Promise<CallFacts | undefined> => {
    const found = await findTenant(tenant.externalId)
    if (found === undefined) throw new Problem('FORBIDDEN')
    const [known, remotes] = await Promise.all([sections(), remotesFor(found, user.userId)])
    const described = known.filter(({ name }) => name === section)
    const toggle = described[0] && buildFor(described[0], remotes).featureToggle
    // Defence 299
    if (toggle !== undefined && found.featureToggles[toggle] !== true) return undefined
    const permissionRoles = await permissionRolesFor(found, remotes)
    const chosen = await chosenFor(described, found, remotes, user.userId)
    return {
      permissions: Object.keys(permissionRoles).filter(
        (permission) => permission.startsWith(`${section}:`) && hasPermission(permission, tenant.role, permissionRoles),
      ),
      settings: Object.fromEntries(
        [...declaredIn(described, remotes)].map(([name, { default: byDefault }]) => [name, chosen[name] ?? byDefault]),
      ),
    }
  }
}
