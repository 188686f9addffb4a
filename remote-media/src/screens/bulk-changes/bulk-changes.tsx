import { BackLink } from '@pim/content-kit'
import { BulkChangeList } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-paths.ts'

/** The bulk changes of the tenant. */
export function BulkChanges() {
  const { t } = useTranslation()
  return (
    <BulkChangeList pathOf={bulkChangePath} before={<BackLink to="/media-items" label={t('media.bulkEdit.back')} />} />
  )
}
