import { type Operation, roleFor } from '@pim/api-client'
import { reaches } from '@pim/contract/core/roles.ts'
import { useTranslation } from 'react-i18next'
import { useAccount } from './account.ts'

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
  const { role } = useAccount()
  const needed = roleFor(operation)
  const may = reaches(role, needed)
  return { may, reason: may ? undefined : t('shell.permission.needs', { role: t(`shell.role.${needed}`) }) }
}
