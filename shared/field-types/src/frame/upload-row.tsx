import CloseIcon from '@mui/icons-material/Close'
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { Box, Button, FormHelperText, IconButton, LinearProgress, Stack, Tooltip, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadList, UploadRow } from './upload-list.ts'
import { UploadFill, UploadReuse } from './upload-questions.tsx'

interface UploadRowViewProps {
  readonly row: UploadRow
  readonly list: UploadList
}

/** A file on its way into a field: how far it is, what it asks, why it failed. */
export function UploadRowView({ row, list }: UploadRowViewProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLLIElement>(null)
  const { file, state, share, question, reason } = row
  // Focused after the file was brought, or the one before was answered, to go on by keyboard; a focus in another field stays.
  const asks = question?.kind
  useEffect(() => {
    const active = document.activeElement
    const isElsewhere = active?.matches('input, textarea, select, button, a, [contenteditable="true"]') === true
    const isHere = root.current?.closest('[data-uploads]')?.contains(active) === true
    if (asks === undefined || active?.closest('form') || (isElsewhere && !isHere)) return
    root.current?.querySelector<HTMLElement>('form input, form textarea, form button')?.focus()
  }, [asks])
  const leave = (): void => {
    root.current?.closest<HTMLElement>('[data-uploads]')?.querySelector<HTMLElement>('input[role="combobox"]')?.focus()
    list.leave(row.id)
  }
  return (
    <Stack
      ref={root}
      component="li"
      aria-label={file.name}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', px: 1, py: 1, gap: 1 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 32 }}>
        <FilePreview file={file} size={question?.kind === 'fill' ? 64 : 32} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
            <bdi>{file.name}</bdi>
          </Typography>
          {state === 'failed' ? (
            <FormHelperText error role="status" sx={{ m: 0 }}>
              {reason ?? t('fieldTypes.upload.failed')}
            </FormHelperText>
          ) : (
            share < 1 &&
            question?.kind !== 'reuse' && (
              <LinearProgress
                variant={share > 0 ? 'determinate' : 'indeterminate'}
                value={share * 100}
                aria-label={t('fieldTypes.upload.progress', { name: file.name })}
                sx={{ mt: 0.5 }}
              />
            )
          )}
        </Box>
        {state === 'failed' && (
          <Button size="small" onClick={() => list.retry(row.id)}>
            {t('fieldTypes.upload.retry')}
          </Button>
        )}
        <Tooltip title={t('fieldTypes.upload.leave')}>
          <IconButton size="small" aria-label={t('fieldTypes.upload.leaveOne', { name: file.name })} onClick={leave}>
            <CloseIcon fontSize="inherit" />
          </IconButton>
        </Tooltip>
      </Stack>
      {question?.kind === 'reuse' && <UploadReuse question={question} />}
      {question?.kind === 'fill' && <UploadFill question={question} row={row} list={list} />}
    </Stack>
  )
}

function FilePreview({ file, size }: { file: File; size: number }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const [isUnreadable, setUnreadable] = useState(false)
  if (url === undefined || isUnreadable) return <InsertDriveFileIcon fontSize="small" color="disabled" />
  return (
    <Box
      component="img"
      src={url}
      alt=""
      onError={() => setUnreadable(true)}
      sx={{ width: size, height: size, flex: 'none', objectFit: 'cover', borderRadius: 0.5 }}
    />
  )
}
