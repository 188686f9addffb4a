import { EraseDialog } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErasedRow, useBulkErasure } from './use-bulk-erasure.ts'

interface BulkEraseDialogProps {
  rows: readonly ErasedRow[]
  onClose: () => void
  onDone: () => void
}

/** The one step that nothing takes back, for many: says what goes before it goes, wants a word typed, and says what went. */
export function BulkEraseDialog({ rows, onClose, onDone }: BulkEraseDialogProps) {
  const { t } = useTranslation()
  // The rows are fixed when the dialog opens, because the list below may change meanwhile.
  const [targets] = useState(rows)
  const count = targets.length
  const { facts, failure, done, report, erase, showRest } = useBulkErasure(targets)
  const close = () => {
    onClose()
    if (!report) return
    onDone()
    void showRest()
  }
  return (
    <EraseDialog
      title={t('content.bulk.purgeAsk', { count })}
      facts={facts}
      failure={failure}
      isBusy={done !== undefined}
      report={report}
      onConfirm={() => void erase()}
      onClose={close}
    >
      {done === undefined ? (
        t('content.bulk.purgeHint')
      ) : (
        <span role="status">{t('content.bulk.progress', { done, count })}</span>
      )}
    </EraseDialog>
  )
}
