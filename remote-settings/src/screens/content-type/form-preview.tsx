import { Box, Stack, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { behaviourOf, factsOf } from '@pim/field-types'
import { FieldEditor } from '@pim/field-types/react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byGroup, type TypeDraft } from './type-draft.ts'

/** The form as staff will see it, drawn by the editors themselves while the type is being changed; nothing is kept. */
export function FormPreview({ draft }: { draft: TypeDraft }) {
  const { t, i18n } = useTranslation()
  return (
    <Stack component="section" aria-label={t('settings.type.preview')} sx={{ gap: 4, p: 3, maxWidth: 760 }}>
      <Typography color="textSecondary" variant="body2">
        {t('settings.type.previewHelp')}
      </Typography>
      {byGroup(draft).map(({ group, fields }) => (
        <Stack key={group?.technicalName ?? ''} sx={{ gap: 3 }}>
          {group && (
            <Typography variant="h2">{inLanguage(group.friendlyName, i18n.language, group.technicalName)}</Typography>
          )}
          {fields.map(({ key, field }) => (
            <PreviewField key={`${key} ${field.type}`} field={field} />
          ))}
        </Stack>
      ))}
      {draft.fields.length === 0 && <Box>{t('settings.type.noFields')}</Box>}
    </Stack>
  )
}

function PreviewField({ field }: { field: Field }) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState<{ value: unknown }>()
  const change = useCallback((value: unknown) => setTyped({ value }), [])
  return (
    <FieldEditor
      field={field}
      value={typed ? typed.value : behaviourOf(field).defaultValue()}
      onChange={change}
      languageCode={i18n.language}
      isReadOnly={factsOf(field.type).isFile === true}
    />
  )
}
