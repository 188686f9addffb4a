import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import type { ApiError } from '@pim/api-client'
import { useSeenVersion } from '@pim/api-client/seen-version'
import { LanguageField, languageName, variationCode } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { isMarketCode } from '@pim/contract/core/names.ts'
import { useFeedback } from '@pim/shell'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { useChangeVariation, useCreateVariation } from './variations.api.ts'

interface Market {
  friendlyName: string
  languageCode: string
  marketCode: string | undefined
  fallbackVariationId: string | null
}

interface CreateVariationDialogProps {
  variations: readonly Variation[]
  onClose: () => void
}

export function CreateVariationDialog({ variations, onClose }: CreateVariationDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const create = useCreateVariation()
  const fallback = variations.find(({ isDefault }) => isDefault)?.variationId ?? null
  const created = ({ friendlyName }: Variation) => {
    feedback.success(t('settings.variation.created', { name: friendlyName }))
    onClose()
  }
  return (
    <VariationForm
      title={t('settings.variation.new')}
      stored={{ friendlyName: '', languageCode: '', marketCode: undefined, fallbackVariationId: fallback }}
      others={variations}
      note={t('settings.variation.newHint')}
      confirmLabel={t('settings.variation.create')}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={({ marketCode, ...rest }) =>
        create.mutate({ body: marketCode ? { ...rest, marketCode } : rest }, { onSuccess: created })
      }
      onClose={onClose}
    />
  )
}

interface ChangeVariationDialogProps extends CreateVariationDialogProps {
  variation: Variation
}

export function ChangeVariationDialog({ variation, variations, onClose }: ChangeVariationDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const change = useChangeVariation()
  const { variationId } = variation
  const seen = useSeenVersion(variationId, variation.version, true)
  const changed = ({ friendlyName }: Variation) => {
    feedback.success(t('settings.variation.changed', { name: friendlyName }))
    onClose()
  }
  return (
    <VariationForm
      title={t('settings.variation.changeTitle', { name: variation.friendlyName })}
      stored={{ ...variation, marketCode: variation.marketCode }}
      others={variations.filter((one) => one.variationId !== variationId)}
      note={t('settings.variation.changeHint')}
      confirmLabel={t('settings.save')}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={(body) =>
        change.mutate(
          { params: { variationId }, body: { ...body, marketCode: body.marketCode ?? null }, ifMatch: seen.ifMatch },
          { onSuccess: changed, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
        )
      }
      onClose={onClose}
    />
  )
}

interface VariationFormProps {
  title: string
  stored: Market
  others: readonly Variation[]
  note: string
  confirmLabel: string
  error: ApiError | null
  isBusy: boolean
  onSubmit: (market: Market) => void
  onClose: () => void
}

function VariationForm({
  title,
  stored,
  others,
  note,
  confirmLabel,
  error,
  isBusy,
  onSubmit,
  onClose,
}: VariationFormProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const [name, setName] = useState(stored.friendlyName)
  const [language, setLanguage] = useState(stored.languageCode)
  const [market, setMarket] = useState(stored.marketCode ?? '')
  const [fallback, setFallback] = useState(stored.fallbackVariationId ?? '')
  const [wasSent, setSent] = useState(false)
  const isMarket = market === '' || isMarketCode(market)
  const suggested = languageName(language, i18n.language)
  const friendlyName = name.trim() || suggested || language
  const isLanguageMissing = wasSent && language === ''
  const refusal = useRefusal()
  const said = error && refusal(error)
  const code = error?.problem?.code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (language === '' || !isMarket || isBusy) return
    onSubmit({
      friendlyName,
      languageCode: language,
      marketCode: market || undefined,
      fallbackVariationId: fallback || null,
    })
  }
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {said && code !== 'VARIATION_CYCLE' && code !== 'NAME_CONFLICT' && <Alert severity="error">{said}</Alert>}
            <LanguageField
              autoFocus
              label={t('settings.variation.language')}
              value={language}
              onChange={setLanguage}
              error={isLanguageMissing || code === 'NAME_CONFLICT'}
              helperText={
                code === 'NAME_CONFLICT' && said
                  ? said
                  : t(isLanguageMissing ? 'settings.variation.languageMissing' : 'settings.variation.languageHelp')
              }
            />
            <TextField
              label={t('settings.variation.market')}
              value={market}
              onChange={(event) => setMarket(event.target.value.trim())}
              error={!isMarket}
              helperText={t(isMarket ? 'settings.variation.marketHelp' : 'settings.variation.marketWrong')}
              slotProps={{ htmlInput: { maxLength: 20, spellCheck: false } }}
            />
            <TextField
              label={t('settings.variation.name')}
              placeholder={suggested}
              value={name}
              onChange={(event) => setName(event.target.value)}
              helperText={t('settings.variation.nameHelp')}
              slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: Boolean(name || suggested) } }}
            />
            <TextField
              select
              label={t('settings.variation.fallback')}
              value={fallback}
              onChange={(event) => setFallback(event.target.value)}
              error={code === 'VARIATION_CYCLE'}
              helperText={code === 'VARIATION_CYCLE' ? t('settings.variation.cycle') : note}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('settings.variation.noFallback')}</MenuItem>
              {others.map((variation) => (
                <MenuItem key={variation.variationId} value={variation.variationId}>
                  {`${variationCode(variation)} · ${variation.friendlyName}`}
                </MenuItem>
              ))}
            </TextField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
