import { Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../field-behaviour.ts'
import type { CellProps } from './field-view.ts'
import { useFieldView } from './field-views.tsx'

export interface FieldCellProps {
  readonly field: Field
  readonly value: unknown
  readonly languageCode: string
}

/** Draws a value for reading by the registry of its `FieldViewsProvider`; screens use the one in `fields.tsx`. */
export const FieldCell = memo(function FieldCell({ field, value, languageCode }: FieldCellProps) {
  const { t } = useTranslation()
  const { Cell } = useFieldView(field.type)
  const behaviour = behaviourOf(field)
  if (behaviour.isEmpty(value)) {
    return (
      <Typography component="span" variant="inherit" color="textDisabled" aria-label={t('fieldTypes.empty')}>
        –
      </Typography>
    )
  }
  // A value kept from before the field's settings changed may have a shape that the cell cannot read: show it as JSON.
  if (behaviour.read(value).issues.some((issue) => issue.code === 'WRONG_TYPE')) return <Raw value={value} />
  return <Cell field={field} settings={behaviour.settings} value={value} languageCode={languageCode} />
})

function Raw({ value }: { value: unknown }) {
  return (
    <Typography component="span" variant="inherit" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
      {JSON.stringify(value)}
    </Typography>
  )
}

/** For types that read well as one line of text; isolated, so that its direction does not reorder what stands beside it. */
export function PlainCell({ field, value, languageCode }: CellProps) {
  return (
    <Typography component="bdi" variant="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {behaviourOf(field).plainText(value, languageCode)}
    </Typography>
  )
}
