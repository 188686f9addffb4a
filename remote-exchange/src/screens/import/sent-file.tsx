import { Alert, Button, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { useProblemText } from '@pim/content-kit'
import type { ImportFile } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { useTenant } from '@pim/shell'
import { EmptyState, ErrorState } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { importPath } from '../../parts/paths.ts'
import { FetchedFile } from './from-address/fetched-file.tsx'
import { isSameFile, useImportFile } from './import.api.ts'
import { MapFile } from './map-file.tsx'
import { FileDrop } from './upload/file-drop.tsx'
import { useImportUpload } from './upload/running-uploads.ts'
import { UploadProgress } from './upload/upload-progress.tsx'

/** A file that was announced: on its way, interrupted, or whole. */
export function SentFile({ importFileId }: { importFileId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const [, setAddress] = useSearchParams()
  const { externalId: tenantId } = useTenant()
  const problemText = useProblemText()
  const upload = useImportUpload(importFileId)
  const { data: importFile, error, refetch } = useImportFile(importFileId, upload.state === undefined)
  const giveUp = () => {
    upload.cancel()
    // What cannot be deleted now is deleted with its time; nobody has to wait for it.
    api.import.deleteImportFile({ params: { importFileId } }, { tenantId }).catch(() => undefined)
    void navigate(importPath, { replace: true })
  }
  const goTo = (nextFileId: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('file', nextFileId)
        return next
      },
      { replace: true },
    )
  if (upload.state && upload.importFile) {
    const { failure } = upload.state
    return (
      <Step>
        <UploadProgress
          importFile={upload.importFile}
          state={upload.state}
          failure={failure instanceof ApiError ? problemText(failure.problem) : undefined}
          onGoOn={upload.goOn}
          onCancel={giveUp}
        />
      </Step>
    )
  }
  const fetched = importFile?.fetched
  if (importFile && fetched && fetched.state !== 'done')
    return (
      <Step>
        <FetchedFile importFile={importFile} fetched={fetched} onBegun={goTo} onCancel={giveUp} />
      </Step>
    )
  if (importFile?.missingParts.length === 0) return <MapFile importFile={importFile} onGiveUp={giveUp} />
  if (importFile) return <Interrupted importFile={importFile} onFile={upload.start} onGiveUp={giveUp} />
  if (error?.problem?.code === 'NOT_FOUND') {
    return (
      <EmptyState
        title={t('exchange.file.gone')}
        description={t('exchange.file.goneHint')}
        action={
          <Button component={Link} to={importPath} variant="contained">
            {t('exchange.file.choose')}
          </Button>
        }
      />
    )
  }
  return error ? (
    <ErrorState title={t('exchange.file.notRead')} onRetry={() => void refetch()} />
  ) : (
    <Skeleton variant="rounded" height={240} aria-busy />
  )
}

function Step({ children }: { children: ReactNode }) {
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2, maxWidth: 880, flex: 'none' }}>
      {children}
    </Paper>
  )
}

interface InterruptedProps {
  importFile: ImportFile
  onFile: (importFile: ImportFile, file: File) => void
  onGiveUp: () => void
}

/** A browser forgets which file it was: the same one is chosen again, and only what is missing is sent. */
function Interrupted({ importFile, onFile, onGiveUp }: InterruptedProps) {
  const { t, i18n } = useTranslation()
  const [isOther, setOther] = useState(false)
  const { fileName, byteSize, missingParts, partBytes } = importFile
  const missing = Math.min(byteSize, missingParts.length * partBytes)
  const size = (bytes: number) => readableSize(bytes, i18n.language)
  return (
    <Step>
      <Stack sx={{ gap: 2, alignItems: 'stretch' }}>
        <Alert severity="warning">
          {t('exchange.upload.interrupted', { name: fileName, total: size(byteSize), missing: size(missing) })}
        </Alert>
        {isOther && (
          <Alert severity="error" role="alert">
            {t('exchange.upload.otherFile', { name: fileName, total: size(byteSize) })}
          </Alert>
        )}
        <FileDrop
          label={t('exchange.upload.chooseAgain')}
          hint={t('exchange.upload.onlyMissing')}
          isBusy={false}
          onFile={(file) => (isSameFile(importFile, file) ? onFile(importFile, file) : setOther(true))}
        />
        <Typography variant="body2" color="textSecondary" component="div">
          <Button size="small" onClick={onGiveUp}>
            {t('exchange.upload.other')}
          </Button>
        </Typography>
      </Stack>
    </Step>
  )
}
