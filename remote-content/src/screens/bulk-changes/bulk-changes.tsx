import { BackLink } from '@pim/content-kit'
import { BulkChangeList } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-change-path.ts'

/** The bulk changes of the tenant. */
export function BulkChanges() {
  const { t } = useTranslation()
  return (
    <BulkChangeList
      pathOf={bulkChangePath}
      before={<BackLink to="/content-items" label={t('content.keptPlan.back')} />}
    />
  )
}
