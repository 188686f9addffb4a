import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import type { Field, FilterOperator } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorMeanings } from '../core/filter.ts'
import { behaviourOf } from '../field-behaviour.ts'
import { useFieldView } from './field-views.tsx'

export interface FieldFilterInputProps {
  readonly field: Field
  readonly operator: FilterOperator
  /** One for `value`, several for `values`; what is not typed yet is null. */
  readonly operands: readonly unknown[]
  readonly onChange: (operands: unknown[]) => void
  readonly languageCode: string
}

/** What a field is compared with, as its type asks for it. */
export function FieldFilterInput(props: FieldFilterInputProps) {
  const { t } = useTranslation()
  const { field, operator, operands, onChange } = props
  const { operands: count } = operatorMeanings[operator]
  const { Operands } = useFieldView(field.type)
  if (count === 'none') return null
  if (count === 'one') return <Operand {...props} at={0} label={t('fieldTypes.filter.value')} />
  if (count === 'pair') {
    return (
      <Stack sx={{ gap: 1 }}>
        <Operand {...props} at={0} label={t('fieldTypes.filter.from')} />
        <Operand {...props} at={1} label={t('fieldTypes.filter.to')} />
      </Stack>
    )
  }
  if (Operands !== undefined) return <AllOperands {...props} />
  const rows = operands.length === 0 ? [null] : operands
  return (
    <Stack sx={{ gap: 1 }}>
      {rows.map((_, index) => (
        <Stack key={index} direction="row" sx={{ gap: 0.5, alignItems: 'start' }}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <Operand {...props} at={index} label={t('fieldTypes.filter.valueNumber', { number: index + 1 })} />
          </Box>
          {rows.length > 1 && (
            <IconButton
              size="small"
              aria-label={t('fieldTypes.filter.removeNumber', { number: index + 1 })}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            >
              <CloseIcon fontSize="inherit" />
            </IconButton>
          )}
        </Stack>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={() => onChange([...rows, null])}
        sx={{ alignSelf: 'start' }}
      >
        {t('fieldTypes.filter.add')}
      </Button>
    </Stack>
  )
}

interface OperandProps extends FieldFilterInputProps {
  readonly at: number
  readonly label: string
}

function Operand({ field, operands, onChange, languageCode, at, label }: OperandProps) {
  const id = useId()
  const view = useFieldView(field.type)
  const Input = view.Operand ?? view.Editor
  const name = inLanguage(field.friendlyName, languageCode, field.technicalName)
  return (
    <Box>
      <Typography id={`${id}-label`} component="label" htmlFor={id} variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Input
        id={id}
        labelId={`${id}-label`}
        label={`${name}, ${label}`}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={false}
        field={field}
        settings={behaviourOf(field).settings}
        value={operands[at] ?? null}
        onChange={(value) => {
          const all = [...operands]
          while (all.length < at) all.push(null)
          all[at] = value
          onChange(all)
        }}
        languageCode={languageCode}
      />
    </Box>
  )
}

function AllOperands({ field, operands, onChange, languageCode }: FieldFilterInputProps) {
  const { t } = useTranslation()
  const id = useId()
  const view = useFieldView(field.type)
  const Input = view.Operands ?? view.Editor
  const name = inLanguage(field.friendlyName, languageCode, field.technicalName)
  return (
    <Box role="group" aria-label={name}>
      <Input
        id={id}
        labelId=""
        label={`${name}, ${t('fieldTypes.filter.value')}`}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={false}
        field={field}
        settings={behaviourOf(field).settings}
        value={operands}
        onChange={(value) => onChange(Array.isArray(value) ? value : [])}
        languageCode={languageCode}
      />
    </Box>
  )
}
