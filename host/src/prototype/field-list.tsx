import { Paper, Stack, Typography } from '@mui/material'
import { FieldEditor } from '@pim/field-types/react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldGroup } from './prototype-fields.ts'

type Fields = FieldGroup['fields']

function FieldLine({ field }: { field: Fields[number] }) {
  const { i18n } = useTranslation()
  const [value, setValue] = useState<unknown>(null)
  const change = useCallback((next: unknown) => setValue(next), [])
  return <FieldEditor field={field} value={value} onChange={change} languageCode={i18n.language} />
}

/** A group of fields as the item screen draws it. The values are component state only. */
export function FieldGroupCard({ group }: { group: FieldGroup }) {
  const { t } = useTranslation()
  return (
    <Paper component="section" id={`group-${group.name}`} variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t(`shell.prototype.group.${group.name}`)}
      </Typography>
      <Stack sx={{ gap: 2.5 }}>
        {group.fields.map((field) => (
          <FieldLine key={field.technicalName} field={field} />
        ))}
      </Stack>
    </Paper>
  )
}
