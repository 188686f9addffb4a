import { MenuItem, Stack, TextField } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { roomOf } from '@pim/field-types'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalisedInput } from '../../parts/localised-input.tsx'
import { GroupList } from './group-list.tsx'
import type { TypeDraft } from './type-draft.ts'

interface TypePanelProps {
  draft: TypeDraft
  isReadOnly: boolean
  onChange: (part: Partial<TypeDraft['type']>) => void
  onChangeDraft: (draft: TypeDraft) => void
  /** What can be done with the type as a whole. */
  children: ReactNode
}

/** What the type is called and which field its items are called by. */
export function TypePanel({ draft, isReadOnly, onChange, onChangeDraft, children }: TypePanelProps) {
  const { t, i18n } = useTranslation()
  const { type, fields } = draft
  const titles = fields.filter(({ field }) => roomOf(field.type).canBeTitle)
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <LocalisedInput
        label={t('settings.type.name')}
        value={type.friendlyName}
        onChange={(friendlyName) => onChange({ friendlyName })}
        isReadOnly={isReadOnly}
        isRequired
      />
      <LocalisedInput
        label={t('settings.type.description')}
        value={type.description}
        onChange={(description) => onChange({ description })}
        isReadOnly={isReadOnly}
        lines={2}
      />
      <TextField
        select
        label={t('settings.type.title')}
        helperText={t('settings.type.titleHelp')}
        value={type.titleField ?? ''}
        disabled={isReadOnly}
        onChange={(event) => onChange({ titleField: event.target.value || undefined })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('settings.type.noTitle')}</MenuItem>
        {titles.map(({ key, field }) => (
          <MenuItem key={key} value={field.technicalName}>
            {inLanguage(field.friendlyName, i18n.language, field.technicalName)}
          </MenuItem>
        ))}
      </TextField>
      <GroupList draft={draft} isReadOnly={isReadOnly} onChange={onChangeDraft} />
      {children}
    </Stack>
  )
}
