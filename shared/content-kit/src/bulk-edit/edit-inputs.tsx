import { Checkbox, FormControlLabel, FormGroup, MenuItem, Stack, TextField } from '@mui/material'
import type { Field, Variation } from '@pim/contract'
import { roomOf } from '@pim/field-types'
import { FieldEditor, ValueLanguage } from '@pim/field-types/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelBoxes } from '../channel-boxes.tsx'
import { useChannels } from '../channels.ts'
import { languageOfValue, variationCode } from '../variations.ts'
import { type EditDraft, wrongNumbers } from './edit-draft.ts'

export type ChangeDraft = (part: Partial<EditDraft>) => void

interface InputsProps {
  draft: EditDraft
  onChange: ChangeDraft
}

/** The inputs of one edit, by its kind; a value is typed in the same editor as in the item's form. */
export function EditInputs({ draft, onChange, field, variation, variations }: EditInputsProps) {
  const { kind } = draft
  if (kind === 'set' || kind === 'addEntries' || kind === 'removeEntries')
    return <ValueInput {...{ draft, onChange, field, variation, variations }} />
  if (kind === 'append') return <AppendInputs draft={draft} onChange={onChange} />
  if (kind === 'replaceText') return <ReplaceInputs draft={draft} onChange={onChange} />
  if (kind === 'calculate') return <CalculateInputs draft={draft} onChange={onChange} field={field} />
  if (kind === 'copyFrom') return <SourceInput {...{ draft, onChange, variations }} />
  return null
}

interface EditInputsProps extends InputsProps {
  field: Field
  variation: Variation | undefined
  variations: readonly Variation[]
}

function ValueInput({ draft, onChange, field, variation, variations }: EditInputsProps) {
  const { i18n } = useTranslation()
  const { kind } = draft
  const change = useCallback((value: unknown) => onChange({ value }), [onChange])
  // How many a value must have at least is no matter for what is added to it.
  const asked = useMemo((): Field => {
    const { required: _, ...free } = field
    return kind === 'set' ? free : { ...free, settings: { ...free.settings, min: 0 } }
  }, [field, kind])
  return (
    <ValueLanguage tag={languageOfValue(field, variation?.variationId, variations)}>
      <FieldEditor field={asked} value={draft.value} onChange={change} languageCode={i18n.language} />
    </ValueLanguage>
  )
}

function AppendInputs({ draft, onChange }: InputsProps) {
  const { t } = useTranslation()
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
      <TextField
        label={t('kit.bulkEdit.text')}
        value={draft.text}
        onChange={({ target }) => onChange({ text: target.value })}
        multiline
        fullWidth
      />
      <TextField
        select
        label={t('kit.bulkEdit.at')}
        value={draft.at}
        onChange={({ target }) => onChange({ at: target.value === 'start' ? 'start' : 'end' })}
        sx={{ minWidth: 160 }}
      >
        {(['end', 'start'] as const).map((at) => (
          <MenuItem key={at} value={at}>
            {t(`kit.bulkEdit.at.${at}`)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  )
}

function ReplaceInputs({ draft, onChange }: InputsProps) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
        {(['find', 'replaceBy'] as const).map((part) => (
          <TextField
            key={part}
            label={t(`kit.bulkEdit.${part}`)}
            value={draft[part]}
            onChange={({ target }) => onChange({ [part]: target.value })}
            fullWidth
          />
        ))}
      </Stack>
      <FormGroup row>
        {(['matchCase', 'wholeWords'] as const).map((part) => (
          <FormControlLabel
            key={part}
            control={<Checkbox size="small" checked={draft[part]} onChange={(_, isOn) => onChange({ [part]: isOn })} />}
            label={t(`kit.bulkEdit.${part}`)}
          />
        ))}
      </FormGroup>
    </Stack>
  )
}

function CalculateInputs({ draft, onChange, field }: InputsProps & { field: Field }) {
  const { t } = useTranslation()
  const wrong = wrongNumbers(draft)
  const settings: object = field.settings ?? {}
  const currencies =
    'currencies' in settings && Array.isArray(settings.currencies) ? settings.currencies.map(String) : []
  const number = (part: 'percent' | 'add' | 'step' | 'ending') => (
    <TextField
      key={part}
      label={t(`kit.bulkEdit.${part}`)}
      value={draft[part]}
      onChange={({ target }) => onChange({ [part]: target.value })}
      error={wrong[part]}
      helperText={wrong[part] ? t('kit.bulkEdit.noNumber') : t(`kit.bulkEdit.${part}Hint`)}
      sx={{ flex: '1 1 150px' }}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'start' }}>
      {number('percent')}
      {number('add')}
      {number('step')}
      {number('ending')}
      <TextField
        select
        label={t('kit.bulkEdit.direction')}
        value={draft.direction}
        onChange={({ target }) =>
          onChange({ direction: directions.find((each) => each === target.value) ?? 'nearest' })
        }
        sx={{ flex: '1 1 150px' }}
      >
        {directions.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`kit.bulkEdit.direction.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {roomOf(field.type).readingParts.includes('currency') && currencies.length !== 1 && (
        <TextField
          label={t('kit.bulkEdit.currency')}
          value={draft.currency}
          onChange={({ target }) => onChange({ currency: target.value.toUpperCase().slice(0, 3) })}
          helperText={t('kit.bulkEdit.currencyHint')}
          sx={{ flex: '1 1 150px' }}
        />
      )}
    </Stack>
  )
}

const directions = ['nearest', 'up', 'down'] as const

interface SourceInputProps extends InputsProps {
  variations: readonly Variation[]
}

/** The variation that values are copied from. */
export function SourceInput({ draft, onChange, variations }: SourceInputProps) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      label={t('kit.bulkEdit.from')}
      value={draft.fromVariationId}
      onChange={({ target }) => onChange({ fromVariationId: target.value })}
      sx={{ minWidth: 220 }}
    >
      {variations.map((variation) => (
        <MenuItem key={variation.variationId} value={variation.variationId}>
          {`${variation.friendlyName} (${variationCode(variation)})`}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Channels that the items are added to or taken out of. */
export function ChannelInputs({ draft, onChange }: InputsProps) {
  const { t } = useTranslation()
  const { channels } = useChannels()
  return (
    <Stack sx={{ gap: 1 }}>
      <TextField
        select
        label={t('kit.bulkEdit.what')}
        value={draft.takesAway ? 'takeOut' : 'add'}
        onChange={({ target }) => onChange({ takesAway: target.value === 'takeOut' })}
        sx={{ maxWidth: 280 }}
      >
        {(['add', 'takeOut'] as const).map((each) => (
          <MenuItem key={each} value={each}>
            {t(`kit.bulkEdit.channels.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <div>
        <ChannelBoxes
          names={channels.map(({ technicalName }) => technicalName)}
          chosen={draft.channels}
          onChange={(chosen) => onChange({ channels: chosen })}
          isRow
        />
      </div>
    </Stack>
  )
}
