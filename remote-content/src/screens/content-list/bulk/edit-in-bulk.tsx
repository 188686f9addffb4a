import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { type BulkSelection, bulkEditPath } from '../../../parts/bulk/bulk-selection.ts'

/** Leads to the screen where edits are put together for what is selected. */
export function EditInBulk({ selection, some }: { selection: Omit<BulkSelection, 'from'>; some?: number | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const permission = usePermission('bulkChange.createBulkChange')
  const label = t('content.bulkEdit.open')
  return (
    <GuardedButton
      permission={permission}
      size="small"
      onClick={() => void navigate(bulkEditPath, { state: { ...selection, from: `${pathname}${search}` } })}
    >
      {some === undefined ? label : t('content.bulk.some', { step: label, count: some })}
    </GuardedButton>
  )
}
