import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { BulkSelection } from './bulk-selection.ts'

interface EditInBulkProps {
  selection: Omit<BulkSelection, 'from'>
  /** How many they are, where it is for some of the selected rows alone. */
  some?: number | undefined
  /** Of the screen where the edits are put together. */
  editPath: string
}

/** Leads to the screen where edits are put together for what is selected. */
export function EditInBulk({ selection, some, editPath }: EditInBulkProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const permission = usePermission('bulkChange.createBulkChange')
  const label = t('kit.bulkEdit.open')
  return (
    <GuardedButton
      permission={permission}
      size="small"
      onClick={() => void navigate(editPath, { state: { ...selection, from: `${pathname}${search}` } })}
    >
      {some === undefined ? label : t('kit.bulkEdit.some', { step: label, count: some })}
    </GuardedButton>
  )
}
