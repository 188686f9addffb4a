import { NameDialog } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'

interface NameProfileDialogProps {
  onName: (name: string) => void
  onClose: () => void
}

/** Gives the mapping as it stands a name. */
export function NameProfileDialog({ onName, onClose }: NameProfileDialogProps) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('exchange.profile.saveTitle')}
      label={t('exchange.profile.name')}
      help={t('exchange.profile.nameHelp')}
      confirmLabel={t('exchange.profile.confirm')}
      onName={onName}
      onClose={onClose}
    />
  )
}
