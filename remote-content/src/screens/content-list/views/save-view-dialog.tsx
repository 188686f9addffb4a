import { NameDialog } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'

interface SaveViewDialogProps {
  /** Names that the product has given already. */
  taken: readonly string[]
  onSave: (name: string) => void
  onClose: () => void
}

/** Gives the list as it stands a name. One's own earlier view of the same name gives way. */
export function SaveViewDialog({ taken, onSave, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('content.view.saveTitle')}
      label={t('content.view.name')}
      help={t('content.view.nameHelp')}
      confirmLabel={t('content.view.confirm')}
      taken={{ names: taken, text: t('content.view.taken') }}
      onName={onSave}
      onClose={onClose}
    />
  )
}
