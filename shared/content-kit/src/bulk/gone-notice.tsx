import { Alert, Button } from '@mui/material'
import type { BulkChange } from '@pim/contract'
import { useTranslation } from 'react-i18next'

interface GoneNoticeProps {
  bulkChange: BulkChange
  onShow: () => void
}

/** Says that rows of items which are gone from the file were left out, and why: somebody has to look before they go. */
export function GoneNotice({ bulkChange: { counts, importedFile }, onShow }: GoneNoticeProps) {
  const { t } = useTranslation()
  const { gone = 0, known = 0, leftOut, problem } = counts
  const { whenGone = 'leave', maxGonePercent = 100 } = importedFile?.mapping.ownership ?? {}
  const isTooMany = gone * 100 > known * maxGonePercent
  if (whenGone === 'leave' || gone === 0 || leftOut === 0 || !(isTooMany || problem > 0)) return null
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ mb: 1, flex: 'none' }}
      action={
        <Button color="inherit" size="small" onClick={onShow}>
          {t('kit.bulk.gone.show')}
        </Button>
      }
    >
      {t(isTooMany ? 'kit.bulk.gone.tooMany' : 'kit.bulk.gone.unread', { gone, known, percent: maxGonePercent })}
    </Alert>
  )
}
