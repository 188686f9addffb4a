import { useFieldServices } from '@pim/content-kit/fields'
import type { Field, FilterOperator } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { behaviourOf } from '@pim/field-types'
import { type FieldServices, FieldServicesProvider } from '@pim/field-types/react'
import { FilterChip } from '@pim/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ClauseForm } from './clause-form.tsx'
import { clauseInWords, operandsInWords } from './clause-words.ts'
import { type FieldClause, writeClause } from './field-clause.ts'

interface FieldFiltersProps {
  clauses: readonly FieldClause[]
  /** A field that was just chosen and of which nothing is asked yet. */
  added: Field | undefined
  variationId: string
  onChange: (texts: readonly string[]) => void
  onAddedClose: () => void
}

const noField = () => undefined

/** A chip for each condition on a field. */
export function FieldFilters({ clauses, added, variationId, onChange, onAddedClose }: FieldFiltersProps) {
  const services = useFieldServices(variationId, noField)
  const write = (next: readonly FieldClause[]) => onChange(next.map(writeClause))
  return (
    <FieldServicesProvider value={services}>
      {clauses.map((clause, at) => (
        <ClauseChip
          key={`${at} ${writeClause(clause)}`}
          clause={clause}
          services={services}
          onClear={() => write(clauses.toSpliced(at, 1))}
          onApply={(next) => write(clauses.with(at, next))}
        />
      ))}
      {added && (
        <ClauseChip
          clause={{ field: added, operator: firstOperator(added), operands: [] }}
          isNew
          services={services}
          onClear={onAddedClose}
          onClose={onAddedClose}
          onApply={(next) => {
            write([...clauses, next])
            onAddedClose()
          }}
        />
      )}
    </FieldServicesProvider>
  )
}

/** What is asked most of the time: words that it has, one of several, more than so much, or this very value. */
const firstOperator = (field: Field): FilterOperator => {
  const { operators } = behaviourOf(field)
  const wanted = (['contains', 'any', 'gt'] as const).find((each) => operators.includes(each))
  return wanted ?? operators[0] ?? 'isNotEmpty'
}

interface ClauseChipProps {
  clause: FieldClause
  services: FieldServices
  isNew?: boolean
  onClear: () => void
  onClose?: () => void
  onApply: (clause: FieldClause) => void
}

function ClauseChip({ clause, services, isNew = false, onClear, onClose, onApply }: ClauseChipProps) {
  const { t, i18n } = useTranslation()
  const { field } = clause
  const operands = useOperandLabels(clause, services)
  return (
    <FilterChip
      label={inLanguage(field.friendlyName, i18n.language, field.technicalName)}
      value={isNew ? undefined : clauseInWords(clause, operands, t, i18n.language)}
      onClear={onClear}
      startsOpen={isNew}
      onClose={onClose}
    >
      {(close) => (
        <ClauseForm
          clause={clause}
          onApply={(next) => {
            close()
            onApply(next)
          }}
        />
      )}
    </FilterChip>
  )
}

const notYet = '…'

/** Names come a moment later; what stands for them meanwhile is short, so that the row hardly moves. */
function useOperandLabels(clause: FieldClause, services: FieldServices): readonly string[] {
  const { i18n } = useTranslation()
  const [labels, setLabels] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clause that reads the same is the same
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    operandsInWords(clause, services, i18n.language, signal)
      .then((words) => signal.aborted || setLabels(words))
      .catch(() => signal.aborted || setLabels(clause.operands.map(String)))
    return () => abort.abort()
  }, [writeClause(clause), services, i18n.language])
  return labels ?? clause.operands.map(() => notYet)
}
