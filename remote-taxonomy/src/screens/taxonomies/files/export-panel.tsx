import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button, DialogActions, DialogContent, MenuItem, TextField, Typography } from '@mui/material'
import type { Taxonomy } from '@pim/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../taxonomies.api.ts'
import { type FileFormat, formats, useExport } from './exchange.api.ts'

interface ExportPanelProps {
  id: string
  labelledBy: string
  taxonomy: Taxonomy
  onClose: () => void
}

/** All concepts with all their words as a file, which comes back by an import without a change. */
export function ExportPanel({ id, labelledBy, taxonomy, onClose }: ExportPanelProps) {
  const { t, i18n } = useTranslation()
  const [format, setFormat] = useState<FileFormat>('csv')
  const { save, isSaving, failure, isSaved } = useSaving(taxonomy)
  const { conceptCount } = taxonomy
  const amount = new Intl.NumberFormat(i18n.language).format(conceptCount)
  return (
    <>
      <DialogContent
        id={id}
        role="tabpanel"
        aria-labelledby={labelledBy}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}
      >
        <Typography sx={{ pt: 2 }}>{t('taxonomy.file.export.what', { count: conceptCount, amount })}</Typography>
        <TextField
          select
          label={t('taxonomy.file.export.format')}
          value={format}
          onChange={(event) => setFormat(formats.find((each) => each === event.target.value) ?? 'csv')}
          helperText={t(`taxonomy.file.formatHint.${format}`)}
          sx={{ width: '100%', maxWidth: 420 }}
        >
          {formats.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`taxonomy.file.format.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <Box role="status">{isSaved && t('taxonomy.file.export.done')}</Box>
        {failure && (
          <Typography role="alert" color="error">
            {failure}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('taxonomy.file.close')}</Button>
        <Button
          variant="contained"
          startIcon={<DownloadIcon />}
          loading={isSaving}
          autoFocus
          onClick={() => void save(format)}
        >
          {t('taxonomy.file.export.confirm')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Saving the concepts as a file: under way, done, failed. */
export function useSaving({ taxonomyId, friendlyName }: Taxonomy) {
  const { t } = useTranslation()
  const save = useExport()
  const [state, setState] = useState<{ isSaving?: boolean; isSaved?: boolean; failure?: string }>({})
  return {
    ...state,
    save: async (format: FileFormat) => {
      setState({ isSaving: true })
      try {
        await save(taxonomyId, friendlyName, format)
        setState({ isSaved: true })
      } catch (failure) {
        const reason = problemOf(failure)?.message ?? t('taxonomy.form.noReason')
        setState({ failure: t('taxonomy.file.export.failed', { reason }) })
      }
    },
  }
}
