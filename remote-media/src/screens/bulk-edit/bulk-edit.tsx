import { BulkEditPage } from '@pim/content-kit/bulk-edit'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-paths.ts'

/** The edits of many items of the list. */
export function BulkEdit() {
  const { t } = useTranslation()
  return <BulkEditPage listPath="/media-items" backLabel={t('media.bulkEdit.back')} pathOf={bulkChangePath} />
}
