import { Typography } from '@mui/material'
import { FileDrop as Drop } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'

interface FileDropProps {
  label: string
  hint: string
  isBusy: boolean
  onFile: (file: File) => void
}

/** Takes a file of items. */
export function FileDrop({ label, hint, isBusy, onFile }: FileDropProps) {
  const { t } = useTranslation()
  return (
    <Drop
      label={label}
      accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,.xml,text/csv"
      isDisabled={isBusy}
      button={{ loading: isBusy }}
      onFile={onFile}
      sx={{ p: { xs: 2, sm: 5 }, textAlign: 'center' }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {t('exchange.file.orDrop')} {hint}
      </Typography>
    </Drop>
  )
}
