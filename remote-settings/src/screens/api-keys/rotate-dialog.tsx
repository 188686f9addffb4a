import { Alert, MenuItem, Stack, TextField } from '@mui/material'
import { useSeenVersion } from '@pim/api-client/seen-version'
import type { ApiKey, NewApiKey } from '@pim/contract'
import { ConfirmDialog } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { useRotateKey } from './api-keys.api.ts'

/** In seconds: how long the old key stays valid beside the new one, so that consumers can be moved to the new one. */
const gracePeriods = [0, 3_600, 86_400, 604_800] as const

interface RotateDialogProps {
  apiKey: ApiKey
  onCreated: (newKey: NewApiKey) => void
  onClose: () => void
}

export function RotateDialog({ apiKey, onCreated, onClose }: RotateDialogProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  const rotate = useRotateKey()
  const seen = useSeenVersion(apiKey.apiKeyId, apiKey.version, true)
  const [graceSeconds, setGrace] = useState<number>(86_400)
  return (
    <ConfirmDialog
      open
      title={t('settings.key.rotateTitle', { name: apiKey.name })}
      confirmLabel={t('settings.key.rotateConfirm')}
      isBusy={rotate.isPending}
      onConfirm={() =>
        rotate.mutate(
          { params: { apiKeyId: apiKey.apiKeyId }, body: { graceSeconds }, ifMatch: seen.ifMatch },
          { onSuccess: onCreated, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
        )
      }
      onCancel={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {rotate.error && <Alert severity="error">{refusal(rotate.error)}</Alert>}
        {t('settings.key.rotateText')}
        <TextField
          select
          label={t('settings.key.grace')}
          value={graceSeconds}
          onChange={(event) => setGrace(Number(event.target.value))}
        >
          {gracePeriods.map((seconds) => (
            <MenuItem key={seconds} value={seconds}>
              {t(`settings.key.grace.${seconds}`)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </ConfirmDialog>
  )
}
