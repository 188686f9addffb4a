import { useItemErasure } from '@pim/content-kit'
import type { ContentItem } from '@pim/contract'
import { EraseDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

/** The one step that nothing takes back: says what goes before it goes, and what went. */
export function PurgeDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { erase, ...erasure } = useItemErasure(item)
  return (
    <EraseDialog
      {...erasure}
      title={t('content.purge.title', { name: item.name })}
      onConfirm={() => void erase()}
      onClose={() => (erasure.report ? void navigate('/content-items?deleted=only') : onClose())}
    >
      {t('content.purge.hint')}
    </EraseDialog>
  )
}
