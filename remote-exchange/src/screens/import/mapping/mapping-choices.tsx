import { Checkbox, FormControl, FormControlLabel, FormHelperText, MenuItem, Stack, TextField } from '@mui/material'
import type { ContentType, ImportOwnership, RichTextMarkup } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { usePermission } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { keyFields, type MappingDraft } from './mapping-draft.ts'
import { SourceOwnership } from './source-ownership.tsx'

interface MappingChoicesProps {
  draft: MappingDraft
  type: ContentType
  onChange: (change: Partial<MappingDraft>) => void
  onKeyField: (keyField: string | undefined) => void
  onOwnership: (ownership: ImportOwnership | undefined) => void
}

const modes = ['upsert', 'create', 'update'] as const
const meanings = ['leave', 'clear'] as const
const numbers = ['point', 'comma'] as const
const orders = ['iso', 'dayFirst', 'monthFirst'] as const
const markups = ['html', 'markdown', 'plain'] as const satisfies readonly RichTextMarkup[]
const width = { width: { xs: '100%', sm: 340 } }

/** How rows find their items, and how cells are read. */
export function MappingChoices({ draft, type, onChange, onKeyField, onOwnership }: MappingChoicesProps) {
  const { t, i18n } = useTranslation()
  const publishing = usePermission('contentVariation.publish')
  const keys = keyFields(type)
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <TextField
          select
          label={t('exchange.choice.key')}
          value={draft.keyField ?? ''}
          helperText={keys.length === 0 ? t('exchange.choice.noKeys') : t('exchange.choice.keyHelp')}
          onChange={({ target }) => onKeyField(target.value === '' ? undefined : target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={width}
        >
          <MenuItem value="">{t('exchange.choice.noKey')}</MenuItem>
          {keys.map(({ technicalName, friendlyName }) => (
            <MenuItem key={technicalName} value={technicalName}>
              {inLanguage(friendlyName, i18n.language, technicalName)}
            </MenuItem>
          ))}
        </TextField>
        <Choice
          label={t('exchange.choice.mode')}
          value={draft.mode}
          options={modes}
          labelOf={(each) => t(`exchange.choice.mode.${each}`)}
          onChange={(mode) => onChange({ mode })}
        />
        <Choice
          label={t('exchange.choice.emptyCells')}
          value={draft.emptyCells}
          options={meanings}
          labelOf={(each) => t(`exchange.choice.emptyCells.${each}`)}
          onChange={(emptyCells) => onChange({ emptyCells })}
        />
        <Choice
          label={t('exchange.choice.numbers')}
          value={draft.numbers}
          options={numbers}
          labelOf={(each) => t(`exchange.choice.numbers.${each}`)}
          onChange={(chosen) => onChange({ numbers: chosen })}
        />
        <Choice
          label={t('exchange.choice.dates')}
          value={draft.dates}
          options={orders}
          labelOf={(each) => t(`exchange.choice.dates.${each}`)}
          onChange={(dates) => onChange({ dates })}
        />
        {type.fields.some((field) => field.type === 'richText') && (
          <Choice
            label={t('exchange.choice.richTexts')}
            value={draft.richTexts ?? 'html'}
            options={markups}
            labelOf={(each) => t(`exchange.choice.richTexts.${each}`)}
            onChange={(richTexts) => onChange({ richTexts })}
          />
        )}
      </Stack>
      {publishing.may && (
        <FormControl>
          <FormControlLabel
            control={<Checkbox checked={draft.publishes} onChange={(_, publishes) => onChange({ publishes })} />}
            label={t('exchange.choice.publishes')}
          />
          <FormHelperText>{t('exchange.choice.publishesHelp')}</FormHelperText>
        </FormControl>
      )}
      <SourceOwnership draft={draft} type={type} onChange={onOwnership} />
    </Stack>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  labelOf: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, labelOf, onChange }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((each) => each === target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
      sx={width}
    >
      {options.map((each) => (
        <MenuItem key={each} value={each}>
          {labelOf(each)}
        </MenuItem>
      ))}
    </TextField>
  )
}
