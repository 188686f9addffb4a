import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Stack,
  TextField,
} from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { saveFile, useProblemText } from '@pim/content-kit'
import type { ContentType, ExportRequest, SearchInput, Variation } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentTypeField } from '../content-type-field.tsx'

interface ExportDialogProps {
  types: readonly ContentType[]
  likelyType: string | undefined
  variations: readonly Variation[]
  /** The search of the list, where it is narrowed to something. */
  narrowed: SearchInput | undefined
  onClose: () => void
}

const formats = ['xlsx', 'csv', 'jsonl'] as const
const layouts = ['items', 'variations'] as const

/** Items of a content type as a file: those that the list finds, or all. Closing it ends an export that is on its way. */
export function ExportDialog({ types, likelyType, variations, narrowed, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const problemText = useProblemText()
  const titleId = useId()
  const formatId = useId()
  const [type, setType] = useState(likelyType ?? types[0]?.technicalName ?? '')
  const [isNarrowed, setNarrowed] = useState(narrowed !== undefined)
  const [format, setFormat] = useState<ExportRequest['format']>('xlsx')
  const [layout, setLayout] = useState<ExportRequest['layout']>('items')
  const [variationId, setVariationId] = useState('')
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])

  const send = async () => {
    const controller = new AbortController()
    const { signal } = controller
    ending.current = controller
    setBusy(true)
    setFailure(undefined)
    try {
      const body = {
        technicalContentTypeName: type,
        ...(isNarrowed && narrowed && { selection: narrowed }),
        ...(variationId !== '' && { variationIds: [variationId] }),
        format,
        layout,
        values: isShown ? ('effective' as const) : ('own' as const),
      }
      // However long it takes: the answer comes piece by piece.
      const blob = await api.export.exportItems({ body }, { tenantId, timeout: 0, signal })
      saveFile(blob, `${type}.${format}`)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setFailure((error instanceof ApiError ? problemText(error.problem) : undefined) ?? t('content.export.failed'))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
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
            <ContentTypeField types={types} value={type} onChange={setType} helperText={t('content.export.typeHelp')} />
            {narrowed && (
              <FormControlLabel
                control={<Checkbox checked={isNarrowed} onChange={(_, checked) => setNarrowed(checked)} />}
                label={t('content.export.narrowed')}
              />
            )}
            <FormControl>
              <FormLabel id={formatId}>{t('content.export.format')}</FormLabel>
              <RadioGroup
                row
                aria-labelledby={formatId}
                value={format}
                onChange={(_, value) => setFormat(formats.find((each) => each === value) ?? 'xlsx')}
              >
                {formats.map((each) => (
                  <FormControlLabel
                    key={each}
                    value={each}
                    control={<Radio size="small" />}
                    label={t(`content.export.format.${each}`)}
                  />
                ))}
              </RadioGroup>
            </FormControl>
            <TextField
              select
              label={t('content.export.layout')}
              value={layout}
              onChange={(event) => setLayout(layouts.find((each) => each === event.target.value) ?? 'items')}
              fullWidth
            >
              {layouts.map((each) => (
                <MenuItem key={each} value={each}>
                  {t(`content.export.layout.${each}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label={t('content.export.variations')}
              value={variationId}
              onChange={(event) => setVariationId(event.target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              fullWidth
            >
              <MenuItem value="">{t('content.export.everyVariation')}</MenuItem>
              {variations.map((variation) => (
                <MenuItem key={variation.variationId} value={variation.variationId}>
                  {variation.friendlyName}
                </MenuItem>
              ))}
            </TextField>
            <FormControl>
              <FormControlLabel
                control={<Checkbox checked={isShown} onChange={(_, checked) => setShown(checked)} />}
                label={t('content.export.effective')}
              />
              <FormHelperText>{t(isShown ? 'content.export.effectiveHelp' : 'content.export.ownHelp')}</FormHelperText>
            </FormControl>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={type === ''}>
            {t('content.export.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
