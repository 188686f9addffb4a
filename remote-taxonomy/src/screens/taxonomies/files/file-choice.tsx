import { MenuItem, Stack, TextField, Typography } from '@mui/material'
import { FileDrop } from '@pim/content-kit'
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
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, pt: 2, alignItems: { sm: 'stretch' } }}>
      <FileDrop
        label={t(file ? 'taxonomy.file.chooseOther' : 'taxonomy.file.choose')}
        inputLabel={t('taxonomy.file.choose')}
        accept=".csv,.tsv,.txt,.xlsx,.ttl,.json,.jsonld,text/csv,text/tab-separated-values,text/turtle,application/ld+json"
        isDisabled={isDisabled}
        button={{ variant: file ? 'outlined' : 'contained', autoFocus: true }}
        onFile={onFile}
        direction="row"
        sx={{ flex: '1 1 0', minWidth: 0, p: 2, flexWrap: 'wrap' }}
      >
        <Typography variant="body2" color={file ? undefined : 'textSecondary'} sx={{ overflowWrap: 'anywhere' }}>
          {file ? <bdi>{file.name}</bdi> : t('taxonomy.file.orDrop')}
        </Typography>
      </FileDrop>
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
