import { type Operation, roleFor } from '@pim/api-client'
import { hasPermission } from '@pim/contract/core/offers.ts'
import { reaches } from '@pim/contract/core/roles.ts'
import { useTranslation } from 'react-i18next'
import { useAccount } from './account.ts'

export interface Permission {
  may: boolean
  /** Why it is forbidden, as a text for the user; `undefined` where it is allowed. */
  reason: string | undefined
}

/** A right that a section declares in its static half, with the name of the section: `orders:approve`. */
export type DeclaredPermission = `${string}:${string}`

/**
 * Whether the user may make a call, `usePermission('contentItem.deleteItem')`, or has a right that a section declares,
 * `usePermission('orders:approve')`. The contract names the role that the call needs, an administrator of the tenant that of a right.
 */
export function usePermission(operation: Operation | DeclaredPermission): Permission {
  const { t } = useTranslation()
  const { role, permissionRoles } = useAccount()
  const isDeclared = isDeclaredPermission(operation)
  const needed = isDeclared ? permissionRoles?.[operation] : roleFor(operation)
  const may = isDeclared ? hasPermission(operation, role, permissionRoles) : reaches(role, needed)
  if (may) return { may, reason: undefined }
  // No role can be named for a right that this tenant does not know.
  if (needed === undefined) return { may, reason: t('shell.permission.unknown') }
  return { may, reason: t('shell.permission.needs', { role: t(`shell.role.${needed}`) }) }
}

const isDeclaredPermission = (operation: string): operation is DeclaredPermission => operation.includes(':')
