import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { matchingItems, whenComplete } from '@pim/content-kit'
import {
  ExportFormat,
  ExportType,
  ExportValues,
  exportRequestOf,
  newExportDraft,
  useExport,
} from '@pim/content-kit/export'
import type { ContentType, SearchInput, Variation } from '@pim/contract'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ExportDialogProps {
  types: readonly ContentType[]
  likelyType: string | undefined
  variations: readonly Variation[]
  /** The search of the list, where it is narrowed to something. */
  found: SearchInput | undefined
  onClose: () => void
}

/** Items of a content type as a file: those that the list finds, or all. Closing it ends an export that is on its way. */
export function ExportDialog({ types, likelyType, variations, found, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [draft, setDraft] = useState(() => newExportDraft(likelyType ?? types[0]?.technicalName ?? ''))
  const narrowed = found && matchingItems(found)
  const [isNarrowed, setNarrowed] = useState(narrowed !== undefined)
  const { run, isBusy, failure } = useExport(onClose)
  const part = { draft, onChange: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }) }
  const missing = draft.typeName === '' ? t('kit.missing', { fields: t('kit.contentType.label') }) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(exportRequestOf(draft, isNarrowed ? narrowed : undefined))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('content.export.title')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {failure && <Alert severity="error">{failure}</Alert>}
            <ExportType types={types} {...part} />
            {narrowed && (
              <FormControlLabel
                control={<Checkbox checked={isNarrowed} onChange={(_, checked) => setNarrowed(checked)} />}
                label={t('content.export.narrowed')}
              />
            )}
            <ExportFormat {...part} />
            <TextField
              select
              label={t('kit.export.variations')}
              value={draft.variationIds?.[0] ?? ''}
              onChange={({ target }) =>
                part.onChange({ variationIds: target.value === '' ? undefined : [target.value] })
              }
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              fullWidth
            >
              <MenuItem value="">{t('kit.export.everyVariation')}</MenuItem>
              {variations.map((variation) => (
                <MenuItem key={variation.variationId} value={variation.variationId}>
                  {variation.friendlyName}
                </MenuItem>
              ))}
            </TextField>
            <ExportValues {...part} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <GuardedButton type="submit" variant="contained" loading={isBusy} permission={whenComplete(missing)}>
            {t('kit.export.confirm')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
