import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, IconButton, LinearProgress, Link, Paper, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useProblemText } from '@pim/content-kit'
import type { Upload } from '@pim/shell/provide'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useStore } from 'zustand'
import { failureKeys, isUnderWay, type UploadQueue } from './upload-queue.ts'

/** The list of uploads at the bottom right, visible in every section. */
export function UploadTray({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation()
  const entries = useStore(queue.store)
  if (entries.length === 0) return null
  const done = entries.filter(({ status }) => status === 'done').length
  const isBusy = entries.some(({ status }) => isUnderWay(status))
  const title = isBusy
    ? t('shell.uploads.busy', { done, count: entries.length })
    : t('shell.uploads.done', { done, count: entries.length })
  return (
    <Paper
      component="section"
      aria-label={t('shell.uploads.title')}
      elevation={6}
      sx={{
        position: 'fixed',
        right: { xs: 16, sm: 24 },
        left: { xs: 16, sm: 'auto' },
        bottom: { xs: 72, md: 24 },
        width: { sm: 340 },
        zIndex: 'snackbar',
        overflow: 'hidden',
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', px: 2, minHeight: 44, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography role="status" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {title}
        </Typography>
        {!isBusy && (
          <IconButton size="small" edge="end" onClick={queue.clearFinished} aria-label={t('shell.uploads.close')}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Stack>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 260, overflow: 'auto' }}>
        {entries.map((entry) => (
          <UploadRow key={entry.id} upload={entry} queue={queue} />
        ))}
      </Box>
    </Paper>
  )
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { t } = useTranslation()
  const { id, fileName, status, progress, href, failure } = upload
  const problemText = useProblemText()
  const quotaText = (error: Error | undefined) =>
    error instanceof ApiError && error.problem?.quota ? problemText(error.problem) : undefined
  return (
    <Stack component="li" sx={{ px: 2, py: 1, gap: 0.5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 28 }}>
        {status === 'done' && (
          <CheckCircleIcon color="success" fontSize="small" titleAccess={t('shell.uploads.stored')} />
        )}
        {status === 'failed' && <ErrorIcon color="error" fontSize="small" titleAccess={t('shell.uploads.notStored')} />}
        <Typography variant="body2" noWrap sx={{ flexGrow: 1 }}>
          {href ? (
            <Link component={RouterLink} to={href}>
              {fileName}
            </Link>
          ) : (
            fileName
          )}
        </Typography>
        {status === 'failed' && (
          <IconButton
            size="small"
            edge="end"
            onClick={() => queue.retry(id)}
            aria-label={t('shell.uploads.retry', { fileName })}
          >
            <RefreshIcon fontSize="small" />
          </IconButton>
        )}
        {isUnderWay(status) && (
          <IconButton
            size="small"
            edge="end"
            onClick={() => queue.cancel(id)}
            aria-label={t('shell.uploads.cancel', { fileName })}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Stack>
      {isUnderWay(status) && (
        <LinearProgress
          variant={status === 'sending' ? 'determinate' : 'indeterminate'}
          value={progress * 100}
          aria-label={fileName}
        />
      )}
      {status === 'failed' && (
        <Typography variant="caption" color="error">
          {quotaText(failure) ?? t(failureKeys(failure))}
        </Typography>
      )}
      {status === 'cancelled' && (
        <Typography variant="caption" color="textSecondary">
          {t('shell.uploads.cancelled')}
        </Typography>
      )}
    </Stack>
  )
}
