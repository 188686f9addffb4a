import type { Role, Tenant } from '@pim/contract'
import { hasPermission } from '@pim/contract/core/offers.ts'
import { roles } from '@pim/contract/core/roles.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Section, Sections } from '../../platform/sections/index.ts'
import type { TenantRecord } from '../tenants/index.ts'

type Remotes = NonNullable<Tenant['remotes']>
type Declared = NonNullable<Section['permissions']>

export const permissionName = (section: string, name: string): string => `${section}:${name}`

/** The role that a section proposes for a right of its own. One that is not known here is the highest. */
export const proposedRole = ({ role }: Declared[string]): Role => roles.find((known) => known === role) ?? 'admin'

/** The build of a section that somebody gets; where only the address of theirs is known, it is taken to be as the one of all. */
const buildFor = (section: Section, remotes: Remotes): Pick<Section, 'permissions' | 'featureToggle'> => {
  const own = remotes[section.name]
  return own === undefined || (own.paths === undefined && own.screens === undefined) ? section : own
}

/** The least role for each right that sections declare: the one that the tenant has chosen, or else the proposed one. */
export function createPermissionRoles(sections: Sections) {
  return async (
    { permissionRoles }: { readonly permissionRoles: Readonly<Record<string, Role>> },
    remotes: Remotes,
  ): Promise<Record<string, Role>> =>
    Object.fromEntries(
      (await sections()).flatMap((section) =>
        Object.entries(buildFor(section, remotes).permissions ?? {}).map(([name, declared]) => {
          const permission = permissionName(section.name, name)
          // Defence 299, without: return [permission, proposedRole(declared)]
          return [permission, permissionRoles[permission] ?? proposedRole(declared)]
        }),
      ),
    )
}

export interface PermissionParts {
  readonly sections: Sections
  readonly remotesFor: (tenant: Pick<TenantRecord, 'externalId' | 'remotes'>, userId: string) => Promise<Remotes>
  readonly findTenant: (externalId: string) => TenantRecord | undefined | Promise<TenantRecord | undefined>
}

/** The rights of a section that a caller has; undefined where the section is switched off for the tenant. */
export function createPermissionsFor({ sections, remotesFor, findTenant }: PermissionParts) {
  const permissionRolesFor = createPermissionRoles(sections)
  return async (section: string, { tenant, user }: TenantContext): Promise<readonly string[] | undefined> => {
    const found = await findTenant(tenant.externalId)
    if (found === undefined) throw new Problem('FORBIDDEN')
    const [known, remotes] = await Promise.all([sections(), remotesFor(found, user.userId)])
    const described = known.find(({ name }) => name === section)
    const toggle = described && buildFor(described, remotes).featureToggle
    // Defence 299
    if (toggle !== undefined && found.featureToggles[toggle] !== true) return undefined
    const permissionRoles = await permissionRolesFor(found, remotes)
    return Object.keys(permissionRoles).filter(
      (permission) => permission.startsWith(`${section}:`) && hasPermission(permission, tenant.role, permissionRoles),
    )
  }
}
