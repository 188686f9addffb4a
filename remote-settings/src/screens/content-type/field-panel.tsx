import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { isTechnicalName } from '@pim/contract/core/names.ts'
import { roomOf } from '@pim/field-types'
import { DefaultInput, SettingsForm, type SettingsWorld } from '@pim/field-types/react'
import { Toggle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { LocalisedInput } from '../../parts/localised-input.tsx'
import { RequirementInput } from './requirement-input.tsx'
import type { DraftField, TypeDraft } from './type-draft.ts'

interface FieldPanelProps {
  opened: DraftField
  draft: TypeDraft
  world: SettingsWorld
  isReadOnly: boolean
  onChange: (part: Partial<Field>) => void
  onRemove: () => void
}

const scopes = ['none', 'tenant', 'contentType', 'variation'] as const

export function FieldPanel({ opened, draft, world, isReadOnly, onChange, onRemove }: FieldPanelProps) {
  const { t, i18n } = useTranslation()
  const { field, storedAs } = opened
  const { canBeUnique } = roomOf(field.type)
  const isTwin = draft.fields.some(
    (each) => each !== opened && each.field.technicalName.toLowerCase() === field.technicalName.toLowerCase(),
  )
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <Typography color="textSecondary" variant="body2">
        {`${t(`fieldTypes.${field.type}.name`)} · ${t(`fieldTypes.${field.type}.description`)}`}
      </Typography>
      <LocalisedInput
        label={t('settings.field.name')}
        value={field.friendlyName}
        onChange={(friendlyName) => onChange({ friendlyName })}
        isReadOnly={isReadOnly}
        isRequired
      />
      <LocalisedInput
        label={t('settings.field.help')}
        value={field.helpText}
        onChange={(helpText) => onChange({ helpText })}
        isReadOnly={isReadOnly}
        lines={2}
      />
      <TextField
        label={t('settings.type.technicalName')}
        value={field.technicalName}
        onChange={(event) => onChange({ technicalName: event.target.value.trim() })}
        error={!isTechnicalName(field.technicalName) || isTwin}
        helperText={t(
          isTwin
            ? 'settings.field.taken'
            : storedAs !== undefined && storedAs !== field.technicalName
              ? 'settings.field.renamed'
              : 'settings.type.technicalNameHelp',
          { name: storedAs ?? '' },
        )}
        slotProps={{ htmlInput: { maxLength: 100, spellCheck: false, readOnly: isReadOnly } }}
      />
      {draft.type.groups && draft.type.groups.length > 0 && (
        <TextField
          select
          label={t('settings.field.group')}
          value={field.group ?? ''}
          disabled={isReadOnly}
          onChange={(event) => onChange({ group: event.target.value || undefined })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('settings.field.noGroup')}</MenuItem>
          {draft.type.groups.map((group) => (
            <MenuItem key={group.technicalName} value={group.technicalName}>
              {inLanguage(group.friendlyName, i18n.language, group.technicalName)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <RequirementInput
        required={field.required}
        isReadOnly={isReadOnly}
        onChange={(required) => onChange({ required })}
      />
      <Rule
        label={t('settings.field.isLocalizable')}
        isOn={field.localizable !== false}
        isDisabled={isReadOnly}
        onChange={(isOn) => onChange({ localizable: isOn ? undefined : false })}
      />
      <TextField
        select
        label={t('settings.field.unique')}
        value={field.unique ?? 'none'}
        disabled={isReadOnly || !canBeUnique}
        helperText={canBeUnique ? undefined : t('settings.field.cannotBeUnique')}
        // It is read to know why there is no choice, so it is not greyed out with it.
        slotProps={{ formHelperText: { disabled: false } }}
        onChange={(event) =>
          onChange({ unique: scopes.find((scope) => scope === event.target.value && scope !== 'none') })
        }
      >
        {scopes.map((scope) => (
          <MenuItem key={scope} value={scope}>
            {t(`settings.field.isUnique.${scope}`)}
          </MenuItem>
        ))}
      </TextField>
      <SettingsForm
        field={field}
        world={world}
        isReadOnly={isReadOnly}
        onChange={(settings) => onChange({ settings })}
      />
      <DefaultInput field={field} isReadOnly={isReadOnly} onChange={(defaultValue) => onChange({ defaultValue })} />
      {!isReadOnly && (
        <Button color="error" startIcon={<DeleteIcon />} onClick={onRemove} sx={{ alignSelf: 'flex-start' }}>
          {t('settings.field.remove')}
        </Button>
      )}
    </Stack>
  )
}

interface RuleProps {
  label: string
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
}

const Rule = ({ label, isOn, isDisabled, onChange }: RuleProps) => (
  <Toggle label={label} checked={isOn} disabled={isDisabled} onChange={onChange} />
)
