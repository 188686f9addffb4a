import { Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../field-behaviour.ts'
import { viewOf } from '../react-registry.ts'
import type { CellProps } from './field-view.ts'

interface FieldCellProps {
  readonly field: Field
  readonly value: unknown
  readonly languageCode: string
}

/** A value to be read, in a list, a comparison, a history. */
export const FieldCell = memo(function FieldCell({ field, value, languageCode }: FieldCellProps) {
  const { t } = useTranslation()
  const behaviour = behaviourOf(field)
  if (behaviour.isEmpty(value)) {
    return (
      <Typography component="span" variant="inherit" color="textDisabled" aria-label={t('fieldTypes.empty')}>
        –
      </Typography>
    )
  }
  // A value of an older shape of the field is shown as it stands rather than handed to a cell that cannot read it.
  if (behaviour.read(value).issues.some((issue) => issue.code === 'WRONG_TYPE')) return <Raw value={value} />
  const { Cell } = viewOf(field.type)
  return <Cell field={field} settings={behaviour.settings} value={value} languageCode={languageCode} />
})

function Raw({ value }: { value: unknown }) {
  return (
    <Typography component="span" variant="inherit" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
      {JSON.stringify(value)}
    </Typography>
  )
}

/** For types that read well as one line of text. */
export function PlainCell({ field, value, languageCode }: CellProps) {
  return (
    <Typography component="span" variant="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {behaviourOf(field).plainText(value, languageCode)}
    </Typography>
  )
}
