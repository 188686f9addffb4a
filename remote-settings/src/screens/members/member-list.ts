import type { Role, TenantMember } from '@pim/contract'
import { reaches, roles } from '@pim/contract/core/roles.ts'

/** Name of a person in the list: their e-mail as long as they are awaited. */
export const nameOf = ({ firstName, lastName, username, email }: TenantMember): string =>
  `${firstName} ${lastName}`.trim() || username || email

/** Members whose name, user name or e-mail has the text in it. */
export function membersWith(members: readonly TenantMember[], searchText: string): TenantMember[] {
  const wanted = searchText.trim().toLowerCase()
  return members.filter((member) =>
    [nameOf(member), member.username, member.email].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** True for the only administrator of the tenant; an awaited one does not count yet. */
export function isLastAdmin(members: readonly TenantMember[], { memberId, role, isAwaited }: TenantMember): boolean {
  if (role !== 'admin' || isAwaited) return false
  return !members.some((other) => other.memberId !== memberId && other.role === 'admin' && !other.isAwaited)
}

/** The roles that a member can be given: a role that holds in every tenant is no less in this one. */
export const rolesFor = ({ role, isEverywhere }: TenantMember): readonly Role[] =>
  isEverywhere ? roles.filter((each) => reaches(each, role)) : roles
