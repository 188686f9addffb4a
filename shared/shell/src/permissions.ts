import { type Operation, roleFor } from '@pim/api-client'
import { type Role, reaches } from '@pim/contract/core/roles.ts'
import { useTranslation } from 'react-i18next'
import { requiredContext } from './required-context.ts'

/** The role of the account in the current tenant. The server enforces; this is to show or to explain. */
export const [RoleProvider, useRole] = requiredContext<Role>('useRole')

export interface Permission {
  may: boolean
  /** Why not, in words for the user; undefined where one may. */
  reason: string | undefined
}

/** Whether the account may make a call: `usePermission('contentItem.deleteItem')`. The contract knows which role it takes. */
export function usePermission(operation: Operation): Permission {
  const { t } = useTranslation()
  const role = useRole()
  const needed = roleFor(operation)
  const may = reaches(role, needed)
  return { may, reason: may ? undefined : t('shell.permission.needs', { role: t(`shell.role.${needed}`) }) }
}
