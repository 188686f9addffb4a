import { Box, MenuItem, Stack, TextField } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { FilterOperator } from '@pim/contract'
import { behaviourOf, operatorMeanings } from '@pim/field-types'
import { FieldFilterInput } from '@pim/field-types/react'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldClause, isWhole } from './field-clause.ts'

interface ClauseFormProps {
  clause: FieldClause
  onApply: (clause: FieldClause) => void
}

const isTyped = (operand: unknown): boolean => operand !== null && operand !== undefined && operand !== ''

/** Asks for operator and operands as the field's type wants them; Enter applies. */
export function ClauseForm({ clause, onApply }: ClauseFormProps) {
  const { t, i18n } = useTranslation()
  const { field } = clause
  const [operator, setOperator] = useState<FilterOperator>(clause.operator)
  const [operands, setOperands] = useState<readonly unknown[]>(clause.operands)
  const body = useRef<HTMLDivElement>(null)
  const { operands: count } = operatorMeanings[operator]
  const kept =
    count === 'none' ? [] : count === 'one' ? operands.slice(0, 1) : count === 'pair' ? operands.slice(0, 2) : operands
  const asked = { field, operator, operands: kept.filter(isTyped) }
  useEffect(() => {
    // Who chose a field wants to say what of it; the operator is a guess that is mostly right.
    body.current?.querySelector<HTMLElement>('input, textarea, button, [role="combobox"]')?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A portal's form lies in the page's, as React sees it.
    event.stopPropagation()
    if (isWhole(asked)) onApply(asked)
  }
  return (
    <Stack component="form" onSubmit={submit} noValidate sx={{ gap: 1.5, p: 1.5, width: 320, maxWidth: '86vw' }}>
      <TextField
        select
        size="small"
        label={t('content.clause.operator')}
        value={operator}
        onChange={({ target }) => {
          const chosen = behaviourOf(field).operators.find((each) => each === target.value)
          if (chosen) setOperator(chosen)
        }}
      >
        {behaviourOf(field).operators.map((each) => (
          <MenuItem key={each} value={each} dense>
            {t(`fieldTypes.operator.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <Box ref={body}>
        <FieldFilterInput
          field={field}
          operator={operator}
          operands={kept}
          onChange={setOperands}
          languageCode={i18n.language}
        />
      </Box>
      <GuardedButton
        type="submit"
        variant="contained"
        size="small"
        permission={whenComplete(isWhole(asked) ? undefined : t('content.clause.needsValue'))}
        sx={{ alignSelf: 'end' }}
      >
        {t('content.clause.apply')}
      </GuardedButton>
    </Stack>
  )
}
