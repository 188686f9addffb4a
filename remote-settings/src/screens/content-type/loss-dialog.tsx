import { Stack } from '@mui/material'
import type { ContentType, Problem } from '@pim/contract'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Losses, lossCount } from '../../parts/losses.tsx'

interface LossDialogProps {
  affected: NonNullable<Problem['affected']>
  type: ContentType
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The server refused a change that takes values away, and said how many: now it is known what is asked for. */
export function LossDialog({ affected, type, isBusy, onConfirm, onCancel }: LossDialogProps) {
  const { t, i18n } = useTranslation()
  const count = lossCount(affected)
  const number = new Intl.NumberFormat(i18n.language).format(count)
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('settings.type.lossTitle', { count, number })}
      confirmLabel={t('settings.type.lossConfirm', { count, number })}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Stack sx={{ gap: 1.5 }}>
        <span>{t('settings.type.lossText')}</span>
        <Losses affected={affected} types={[type]} />
      </Stack>
    </ConfirmDialog>
  )
}
