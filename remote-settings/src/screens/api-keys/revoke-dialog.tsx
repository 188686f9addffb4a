import { Alert, Stack, Typography } from '@mui/material'
import { useSeenVersion } from '@pim/api-client/seen-version'
import type { ApiKey } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog, RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusedRemoval } from '../../parts/refusal.ts'
import { useRevokeKey } from './api-keys.api.ts'
import { useKeyScope } from './key-scope.ts'

/** Asks before a key is revoked and shows what it reads: a revoked key cannot be restored, only replaced. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const scopeText = useKeyScope()
  const revoke = useRevokeKey()
  const refusal = useRefusedRemoval()
  const { name, lastUsedAt, apiKeyId } = apiKey
  const seen = useSeenVersion(apiKeyId, apiKey.version, true)
  const revoked = () => {
    feedback.success(t('settings.key.revoked', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('settings.key.revokeTitle', { name })}
      confirmLabel={t('settings.key.revokeConfirm')}
      isBusy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(
          { params: { apiKeyId }, ifMatch: seen.ifMatch },
          { onSuccess: revoked, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
        )
      }
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {revoke.error && <Alert severity="error">{refusal(revoke.error)}</Alert>}
        <span>{t('settings.key.revokeText')}</span>
        <Typography color="textPrimary" sx={{ fontWeight: 600 }}>
          {scopeText(apiKey)}
        </Typography>
        <span>
          {t(lastUsedAt ? 'settings.key.lastUsed' : 'settings.key.neverUsed')}{' '}
          {lastUsedAt && <RelativeTime time={lastUsedAt} />}
        </span>
      </Stack>
    </ConfirmDialog>
  )
}
