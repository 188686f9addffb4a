import { BulkEditPage } from '@pim/content-kit/bulk-edit'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-change-path.ts'

/** The edits of many items of the list. */
export function BulkEdit() {
  const { t } = useTranslation()
  return <BulkEditPage listPath="/content-items" backLabel={t('content.keptPlan.back')} pathOf={bulkChangePath} />
}
