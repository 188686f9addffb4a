import { BackLink } from '@pim/content-kit'
import { BulkChangePage } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { bulkChangePath } from '../../parts/bulk/bulk-paths.ts'

/** One bulk change. Its address leads back to it, while it runs and afterwards. */
export function BulkChange() {
  const { t } = useTranslation()
  const { bulkChangeId = '' } = useParams()
  return (
    <BulkChangePage
      bulkChangeId={bulkChangeId}
      pathOf={bulkChangePath}
      before={<BackLink to="/media-bulk-changes" label={t('media.bulkChange.toList')} />}
    />
  )
}
