import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Button, Stack, Typography } from '@mui/material'
import { visuallyHidden } from '@pim/ui'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface FileDropProps {
  label: string
  hint: string
  isBusy: boolean
  onFile: (file: File) => void
}

/** A file that is dropped, or chosen by the button. */
export function FileDrop({ label, hint, isBusy, onFile }: FileDropProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, next: boolean) => {
    if (isBusy || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(next)
  }
  return (
    <Stack
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const [dropped] = event.dataTransfer.files
        if (dropped && !isBusy) onFile(dropped)
      }}
      sx={{
        gap: 1.5,
        p: { xs: 2, sm: 5 },
        alignItems: 'center',
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        bgcolor: isOver ? 'action.hover' : undefined,
        borderRadius: 1,
      }}
    >
      <Button variant="contained" startIcon={<UploadIcon />} loading={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,text/csv"
        aria-label={label}
        tabIndex={-1}
        style={visuallyHidden}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // The same file chosen again is taken again: it may have been mended.
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {t('exchange.file.orDrop')} {hint}
      </Typography>
    </Stack>
  )
}
