import { Alert, Button, LinearProgress, Stack, Typography } from '@mui/material'
import type { ImportFile } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadState } from './upload-run.ts'

interface UploadProgressProps {
  importFile: Pick<ImportFile, 'fileName' | 'byteSize'>
  state: UploadState
  failure: string | undefined
  onGoOn: () => void
  onCancel: () => void
}

/** How much of a file has arrived. */
export function UploadProgress({ importFile, state, failure, onGoOn, onCancel }: UploadProgressProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const { fileName, byteSize } = importFile
  const size = (bytes: number) => readableSize(bytes, i18n.language)
  const hasFailed = state.status === 'failed'
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography id={titleId} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('exchange.upload.sending', { name: fileName })}
      </Typography>
      <LinearProgress
        aria-labelledby={titleId}
        variant="determinate"
        color={hasFailed ? 'error' : 'primary'}
        value={Math.floor((state.sentBytes / byteSize) * 100)}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('exchange.upload.figures', { sent: size(state.sentBytes), total: size(byteSize) })}
      </Typography>
      <div role="status">
        {state.status === 'waiting' && (
          <Alert severity="warning" variant="outlined">
            {t('exchange.upload.waiting')}
          </Alert>
        )}
      </div>
      {hasFailed && (
        <Alert severity="error" variant="outlined" role="alert">
          {failure ?? t('exchange.upload.failed')}
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {hasFailed && (
          <Button variant="contained" onClick={onGoOn}>
            {t('exchange.upload.goOn')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('exchange.upload.cancel')}</Button>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {t('exchange.upload.hint')}
      </Typography>
    </Stack>
  )
}
