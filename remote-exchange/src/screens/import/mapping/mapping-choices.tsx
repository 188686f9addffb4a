import { Checkbox, FormControl, FormControlLabel, FormHelperText, MenuItem, Stack, TextField } from '@mui/material'
import type { ContentType, ImportOwnership } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { behaviourOf } from '@pim/field-types'
import { usePermission } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { fieldOf, keyFields, type MappingDraft } from './mapping-draft.ts'
import { SourceOwnership } from './source-ownership.tsx'

interface MappingChoicesProps {
  draft: MappingDraft
  type: ContentType
  onChange: (change: Partial<MappingDraft>) => void
  onKeyField: (keyField: string | undefined) => void
  onOwnership: (ownership: ImportOwnership | undefined) => void
  /** The column by which rows of one item belong together, where there is one. */
  joinable: string | undefined
  onJoinBy: (column: string | undefined) => void
}

const modes = ['upsert', 'create', 'update'] as const
const meanings = ['leave', 'clear'] as const
const width = { width: { xs: '100%', sm: 340 } }

/** How rows find their items, and how cells are read. */
export function MappingChoices({
  draft,
  type,
  onChange,
  onKeyField,
  onOwnership,
  joinable,
  onJoinBy,
}: MappingChoicesProps) {
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
          helperText={t(keyHelpOf(draft, keys.length))}
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
        {hasPrices(draft, type) && (
          <Choice
            label={t('exchange.choice.otherCurrencies')}
            value={draft.otherCurrencies ?? 'leave'}
            options={meanings}
            labelOf={(each) => t(`exchange.choice.otherCurrencies.${each}`)}
            onChange={(otherCurrencies) => onChange({ otherCurrencies })}
          />
        )}
      </Stack>
      {joinable !== undefined && (
        <FormControlLabel
          control={
            <Checkbox
              checked={draft.joinBy !== undefined}
              onChange={(_, isJoined) => onJoinBy(isJoined ? joinable : undefined)}
            />
          }
          label={t('exchange.choice.joinBy', { column: joinable })}
        />
      )}
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

/** What becomes of the rows by the field that is chosen: without one, each run makes all of them anew. */
function keyHelpOf({ keyField, columns }: MappingDraft, count: number) {
  if (keyField !== undefined || columns.some(({ target }) => target.kind === 'id')) return 'exchange.choice.keyHelp'
  return count === 0 ? 'exchange.choice.noKeys' : 'exchange.choice.noKeyChosen'
}

/** Whether a column fills a part of a value, such as the amount in one currency. */
const hasPrices = ({ columns }: MappingDraft, type: ContentType): boolean =>
  columns.some(({ target }) => {
    const field = fieldOf(type, target)
    return field !== undefined && behaviourOf(field).room.completed !== undefined
  })

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
