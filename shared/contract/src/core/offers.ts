/* Without zod, so that the browser can have it without the schemas. */
import type { Lead, Offer, StaticHalf } from '../sections/static-half.ts'
import { type Role, reaches, roles } from './roles.ts'

/** To whom, and where, something is offered. */
export interface Situation {
  readonly role: Role
  readonly featureToggles: Readonly<Record<string, boolean>>
  /** A member of the tenant, which is not paused. */
  /** The least role for each right that sections declare. */
  readonly permissionRoles?: Readonly<Record<string, Role>> | undefined
  readonly isOpen: boolean
  /** Runs the installation. */
  readonly mayOperate: boolean
}

/** Whether all conditions hold. A role that is not known, of a newer section, holds for nobody. */
export function isOffered(
  { role: needed, featureToggle, permission, isForOperators }: Partial<Omit<Offer, 'titleKey'>>,
  { role, featureToggles, permissionRoles, isOpen, mayOperate }: Situation,
): boolean {
  if (isForOperators ? !mayOperate : !isOpen) return false
  if (featureToggle !== undefined && featureToggles[featureToggle] !== true) return false
  // Defence 299
  if (permission !== undefined && !hasPermission(permission, role, permissionRoles)) return false
  const known = roles.find((each) => each === needed)
  return needed === undefined || (known !== undefined && reaches(role, known))
}

/** Whether a role has a right that a section declares: `orders:approve`. One that is not known nobody has. */
export function hasPermission(
  permission: string,
  role: Role,
  permissionRoles: Readonly<Record<string, Role>> | undefined,
): boolean {
  const needed =
    permissionRoles !== undefined && Object.hasOwn(permissionRoles, permission) && permissionRoles[permission]
  return needed !== undefined && needed !== false && reaches(role, needed)
}

type Half = Pick<StaticHalf, 'name' | 'titleKey' | 'screens' | 'paths' | 'operatorPaths'>

export const sectionTitleKey = ({ name, titleKey }: Pick<StaticHalf, 'name' | 'titleKey'>): string =>
  titleKey ?? `${name}.section.title`

/**
 * The screens of a section by path, in their order. A build for a shell before contract 2.0 names only their paths: they are
 * then called as the section is.
 */
export function screensOf(half: Half): [path: string, screen: Offer][] {
  const { screens, operatorPaths = [] } = half
  const paths = half.paths ?? Object.keys(screens ?? { [`/${half.name}`]: {} })
  return paths.map((path) => [
    path,
    screens?.[path] ?? {
      titleKey: sectionTitleKey(half),
      ...(operatorPaths.includes(path) && { isForOperators: true as const }),
    },
  ])
}

/** The conditions of a line and those of the screen that it leads to. */
export const isLeadOffered = (lead: Lead, screen: Offer | undefined, situation: Situation): boolean =>
  screen !== undefined && isOffered(screen, situation) && isOffered(lead, situation)
