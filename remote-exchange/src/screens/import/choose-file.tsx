import { Alert, Paper, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { useProblemText } from '@pim/content-kit'
import { maxBulkChangeRows } from '@pim/contract/bulk-change/limits.ts'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { maxImportBytes } from '@pim/contract/import/limits.ts'
import { useTenant } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AddressForm } from './from-address/address-form.tsx'
import { useEarlierImport } from './import.api.ts'
import { FileDrop } from './upload/file-drop.tsx'
import { useImportUpload } from './upload/running-uploads.ts'

/** The first step: which file. It is announced, and its upload begins. */
export function ChooseFile() {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const problemText = useProblemText()
  const [address, setAddress] = useSearchParams()
  const like = useEarlierImport(address.get('like'))
  const { start } = useImportUpload(null)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const most = readableSize(maxImportBytes, i18n.language)
  const rows = new Intl.NumberFormat(i18n.language).format(maxBulkChangeRows)
  const goTo = (importFileId: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before)
      next.set('file', importFileId)
      return next
    })
  const choose = async (file: File) => {
    const size = readableSize(file.size, i18n.language)
    if (file.size === 0) return setFailure(t('exchange.file.empty', { name: file.name }))
    if (file.size > maxImportBytes) return setFailure(t('exchange.file.tooLarge', { name: file.name, size, most }))
    setFailure(undefined)
    setPending(true)
    try {
      const body = { fileName: file.name, byteSize: file.size }
      const announced = await api.import.createImportFile({ body }, { tenantId })
      start(announced, file)
      goTo(announced.importFileId)
    } catch (error) {
      const words = error instanceof ApiError ? problemText(error.problem) : undefined
      setFailure(words ?? t('exchange.file.notAnnounced'))
      setPending(false)
    }
  }
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2, maxWidth: 880, flex: 'none' }}>
      <Stack sx={{ gap: 2 }}>
        {like && <Alert severity="info">{t('exchange.file.like', { name: like.fileName })}</Alert>}
        {failure && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
        <FileDrop
          label={t('exchange.file.choose')}
          hint={t('exchange.file.what', { most, rows })}
          isBusy={isPending}
          onFile={(file) => void choose(file)}
        />
        <Typography component="h2" variant="h3">
          {t('exchange.address.title')}
        </Typography>
        <AddressForm onBegun={goTo} />
      </Stack>
    </Paper>
  )
}
