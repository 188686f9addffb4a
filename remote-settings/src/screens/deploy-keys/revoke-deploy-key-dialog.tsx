import { Alert, Stack } from '@mui/material'
import type { DeployKey } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusedRemoval } from '../../parts/refusal.ts'
import { useRevokeDeployKey } from './deploy-keys.api.ts'

/** Asks before a key is revoked: nobody can bring it back, only make another one. */
export function RevokeDeployKeyDialog({ deployKey, onClose }: { deployKey: DeployKey; onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusedRemoval()
  const { mutate, isPending, error } = useRevokeDeployKey()
  const { name, deployKeyId } = deployKey
  const onSuccess = () => {
    feedback.success(t('settings.key.revoked', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('settings.key.revokeTitle', { name })}
      confirmLabel={t('settings.key.revokeConfirm')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { deployKeyId } }, { onSuccess })}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {error && <Alert severity="error">{refusal(error)}</Alert>}
        <span>{t('settings.deployKey.revokeText')}</span>
      </Stack>
    </ConfirmDialog>
  )
}
