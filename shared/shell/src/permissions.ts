import { type Operation, roleFor } from '@pim/api-client'
import { type Role, reaches } from '@pim/contract/core/roles.ts'
import { useTranslation } from 'react-i18next'
import { requiredContext } from './required-context.ts'

/** The user's role in the current tenant. The server enforces it; here it only decides what is offered. */
export const [RoleProvider, useRole] = requiredContext<Role>('useRole')

export interface Permission {
  may: boolean
  /** Why it is forbidden, as a text for the user; `undefined` where it is allowed. */
  reason: string | undefined
}

/**
 * Whether the user may make a call: `usePermission('contentItem.deleteItem')`. The contract names the role that the
 * call needs.
 */
export function usePermission(operation: Operation): Permission {
  const { t } = useTranslation()
  const role = useRole()
  const needed = roleFor(operation)
  const may = reaches(role, needed)
  return { may, reason: may ? undefined : t('shell.permission.needs', { role: t(`shell.role.${needed}`) }) }
}
