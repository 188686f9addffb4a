import { Checkbox, FormControl, FormControlLabel, FormHelperText, MenuItem, Stack, TextField } from '@mui/material'
import type { ContentType, ImportOwnership } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { usePermission } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { type MappingDraft, markFields, ownedNames } from './mapping-draft.ts'

interface SourceOwnershipProps {
  draft: MappingDraft
  type: ContentType
  /** Undefined: nothing of it is looked at. */
  onChange: (ownership: ImportOwnership | undefined) => void
}

const usual: ImportOwnership = { whenChanged: 'keep', whenGone: 'leave', maxGonePercent: 10 }
const whenChanged = ['keep', 'replace'] as const
const whenGone = ['leave', 'mark', 'unpublish', 'delete'] as const
const takesPublisher: ReadonlySet<string> = new Set(['unpublish', 'delete'])
const width = { width: { xs: '100%', sm: 340 } }

/** What a source owns whose file comes again and again: its fields, and what becomes of changes by staff and of items that are gone. */
export function SourceOwnership({ draft, type, onChange }: SourceOwnershipProps) {
  const { t, i18n } = useTranslation()
  const publishing = usePermission('contentVariation.publish')
  const { ownership } = draft
  const labelOf = (name: string) => {
    if (name.startsWith('$')) return t(name === '$name' ? 'exchange.place.name' : 'exchange.place.channels')
    return inLanguage(
      type.fields.find(({ technicalName }) => technicalName === name)?.friendlyName,
      i18n.language,
      name,
    )
  }
  const marks = markFields(draft, type)
  const list = new Intl.ListFormat(i18n.language)
  const change = (part: Partial<ImportOwnership>) => ownership && onChange({ ...ownership, ...part })
  return (
    <Stack sx={{ gap: 2 }}>
      <FormControl>
        <FormControlLabel
          control={
            <Checkbox
              checked={ownership !== undefined}
              onChange={(_, isOn) => onChange(isOn ? usual : undefined)}
              slotProps={{ input: { 'aria-describedby': 'exchange-owns-help' } }}
            />
          }
          label={t('exchange.owns.on')}
        />
        <FormHelperText id="exchange-owns-help">{t('exchange.owns.onHelp')}</FormHelperText>
      </FormControl>
      {ownership && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          <TextField
            select
            label={t('exchange.owns.fields')}
            value={ownership.owns ?? []}
            helperText={t('exchange.owns.fieldsHelp')}
            onChange={({ target }) => {
              const chosen: readonly string[] = Array.isArray(target.value) ? target.value : [target.value]
              const { owns: _before, ...others } = ownership
              onChange(chosen.length === 0 ? others : { ...others, owns: [...chosen] })
            }}
            slotProps={{
              inputLabel: { shrink: true },
              select: {
                multiple: true,
                displayEmpty: true,
                renderValue: (value) => {
                  const names = Array.isArray(value) ? value.map(String) : []
                  return names.length === 0 ? t('exchange.owns.allFields') : list.format(names.map(labelOf))
                },
              },
            }}
            sx={width}
          >
            {ownedNames(draft).map((name) => (
              <MenuItem key={name} value={name} dense>
                <Checkbox
                  checked={ownership.owns?.includes(name) ?? false}
                  tabIndex={-1}
                  size="small"
                  slotProps={{ input: { 'aria-hidden': true } }}
                />
                {labelOf(name)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={t('exchange.owns.whenChanged')}
            value={ownership.whenChanged}
            onChange={({ target }) => {
              const chosen = whenChanged.find((each) => each === target.value)
              if (chosen) change({ whenChanged: chosen })
            }}
            sx={width}
          >
            {whenChanged.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`exchange.owns.whenChanged.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={t('exchange.owns.whenGone')}
            value={ownership.whenGone}
            helperText={publishing.may ? undefined : t('exchange.owns.takesPublisher')}
            onChange={({ target }) => {
              const chosen = whenGone.find((each) => each === target.value)
              if (!chosen) return
              const { markField: _before, ...others } = ownership
              const [mark] = marks
              onChange({
                ...others,
                whenGone: chosen,
                ...(chosen === 'mark' && mark && { markField: mark.technicalName }),
              })
            }}
            sx={width}
          >
            {whenGone.map((each) => (
              <MenuItem key={each} value={each} disabled={takesPublisher.has(each) && !publishing.may}>
                {t(`exchange.owns.whenGone.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          {ownership.whenGone === 'mark' && (
            <TextField
              select
              label={t('exchange.owns.markField')}
              value={
                marks.some(({ technicalName }) => technicalName === ownership.markField) ? ownership.markField : ''
              }
              error={marks.length === 0}
              helperText={marks.length === 0 ? t('exchange.owns.noMarkField') : undefined}
              onChange={({ target }) => change({ markField: target.value })}
              sx={width}
            >
              {marks.map(({ technicalName }) => (
                <MenuItem key={technicalName} value={technicalName}>
                  {labelOf(technicalName)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {ownership.whenGone !== 'leave' && (
            <TextField
              type="number"
              label={t('exchange.owns.maxGone')}
              value={ownership.maxGonePercent}
              helperText={t('exchange.owns.maxGoneHelp')}
              onChange={({ target }) => {
                const percent = Math.round(Number(target.value))
                if (percent >= 0 && percent <= 100) change({ maxGonePercent: percent })
              }}
              slotProps={{ htmlInput: { min: 0, max: 100, inputMode: 'numeric' } }}
              sx={width}
            />
          )}
        </Stack>
      )}
    </Stack>
  )
}
