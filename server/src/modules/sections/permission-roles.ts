import type { Role } from '@pim/contract'
import { roles } from '@pim/contract/core/roles.ts'
import type { Section, Sections } from '../../platform/sections/index.ts'
import { buildFor, type Remotes } from './build-for.ts'

type Declared = NonNullable<Section['permissions']>

export const permissionName = (section: string, name: string): string => `${section}:${name}`

/** The role that a section proposes for a right of its own. One that is not known here is the highest. */
export const proposedRole = ({ role }: Declared[string]): Role => roles.find((known) => known === role) ?? 'admin'

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
