import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { visuallyHidden } from '@pim/ui'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface FileChoiceProps {
  file: File | undefined
  isDisabled: boolean
  emptyCells: 'keep' | 'clear'
  onFile: (file: File) => void
  onEmptyCells: (emptyCells: 'keep' | 'clear') => void
}

const meanings = ['keep', 'clear'] as const

/** Which file, chosen or dropped, and how its empty cells are read. */
export function FileChoice({ file, isDisabled, emptyCells, onFile, onEmptyCells }: FileChoiceProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, next: boolean) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(next)
  }
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, pt: 2, alignItems: { sm: 'stretch' } }}>
      <Stack
        direction="row"
        useFlexGap
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false)
          const [dropped] = event.dataTransfer.files
          if (dropped && !isDisabled) onFile(dropped)
        }}
        sx={{
          flex: '1 1 0',
          minWidth: 0,
          gap: 1.5,
          p: 2,
          alignItems: 'center',
          flexWrap: 'wrap',
          border: 1,
          borderStyle: 'dashed',
          borderColor: isOver ? 'primary.main' : 'divider',
          bgcolor: isOver ? 'action.hover' : undefined,
          borderRadius: 1,
        }}
      >
        <Button
          variant={file ? 'outlined' : 'contained'}
          startIcon={<UploadIcon />}
          disabled={isDisabled}
          autoFocus
          onClick={() => input.current?.click()}
        >
          {t(file ? 'taxonomy.file.chooseOther' : 'taxonomy.file.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.ttl,.json,.jsonld,text/csv,text/tab-separated-values,text/turtle,application/ld+json"
          aria-label={t('taxonomy.file.choose')}
          tabIndex={-1}
          style={visuallyHidden}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            // The same file chosen again is read again: it may have been mended.
            event.target.value = ''
            if (chosen) onFile(chosen)
          }}
        />
        <Typography variant="body2" color={file ? undefined : 'textSecondary'} sx={{ overflowWrap: 'anywhere' }}>
          {file ? <bdi>{file.name}</bdi> : t('taxonomy.file.orDrop')}
        </Typography>
      </Stack>
      <TextField
        select
        label={t('taxonomy.file.emptyCells')}
        value={emptyCells}
        disabled={isDisabled}
        onChange={(event) => onEmptyCells(event.target.value === 'clear' ? 'clear' : 'keep')}
        sx={{ flex: { sm: '0 0 260px' }, alignSelf: { sm: 'center' } }}
      >
        {meanings.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`taxonomy.file.empty.${each}`)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  )
}
