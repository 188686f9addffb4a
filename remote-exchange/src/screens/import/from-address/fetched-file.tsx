import { Alert, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useFileWords } from '@pim/content-kit/bulk'
import type { ImportFile } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { maxImportBytes } from '@pim/contract/import/limits.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressForm } from './address-form.tsx'

interface FetchedFileProps {
  importFile: ImportFile
  fetched: NonNullable<ImportFile['fetched']>
  onBegun: (importFileId: string) => void
  onCancel: () => void
}

/** A file that the server is fetching, or could not fetch. */
export function FetchedFile({ importFile, fetched, onBegun, onCancel }: FetchedFileProps) {
  const { t, i18n } = useTranslation()
  const { fileReason } = useFileWords()
  const titleId = useId()
  const { fileName, byteSize, partBytes, missingParts } = importFile
  const { address, problem } = fetched
  if (fetched.state === 'failed') {
    const reason = fileReason({ ...problem?.params, code: problem?.code ?? '' })
    return (
      <Stack sx={{ gap: 2 }}>
        <Alert severity="error" role="alert">
          {t('exchange.address.failed', { reason })}
        </Alert>
        <AddressForm address={address} onBegun={onBegun} />
        <div>
          <Button onClick={onCancel}>{t('exchange.upload.other')}</Button>
        </div>
      </Stack>
    )
  }
  const size = (bytes: number) => readableSize(bytes, i18n.language)
  // Where the other side does not say how large the file is, the most that it may have stands there.
  const isKnown = byteSize < maxImportBytes
  const parts = Math.ceil(byteSize / partBytes)
  const received = Math.min(byteSize, (parts - missingParts.length) * partBytes)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography id={titleId} role="status" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('exchange.address.fetching', { name: fileName })}
      </Typography>
      <LinearProgress
        aria-labelledby={titleId}
        variant={isKnown ? 'determinate' : 'indeterminate'}
        value={isKnown ? Math.floor((received / Math.max(1, byteSize)) * 100) : 0}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {isKnown ? t('exchange.upload.figures', { sent: size(received), total: size(byteSize) }) : address}
      </Typography>
      <div>
        <Button onClick={onCancel}>{t('exchange.upload.cancel')}</Button>
      </div>
      <Typography variant="body2" color="textSecondary">
        {t('exchange.address.hint')}
      </Typography>
    </Stack>
  )
}
