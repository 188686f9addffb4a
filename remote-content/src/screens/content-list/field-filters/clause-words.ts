import type { Field } from '@pim/contract'
import { behaviourOf, isShapeIssue } from '@pim/field-types'
import type { FieldServices } from '@pim/field-types/react'
import type { FieldClause } from './field-clause.ts'

/** What each operand is called; of items and concepts the name, which has to be asked for. */
export async function operandsInWords(
  { field, operands }: FieldClause,
  services: FieldServices,
  language: string,
  signal: AbortSignal,
): Promise<string[]> {
  const behaviour = behaviourOf(field)
  return Promise.all(
    operands.map(async (operand) => {
      const asValue = operandAsValue(field, operand)
      const [reference] = behaviour.references(asValue)
      const label =
        reference?.kind === 'concept'
          ? await services.conceptLabel(reference.id, signal)
          : reference?.kind === 'item'
            ? await services.itemLabel(reference.id, signal)
            : undefined
      return label?.name ?? plainOperand(field, operand, language)
    }),
  )
}

/** An operand of a field that holds several is one of them; undefined where it is no value at all, as a few words are. */
function operandAsValue(field: Field, operand: unknown): unknown {
  const behaviour = behaviourOf(field)
  const readings = [behaviour.read(operand), behaviour.read([operand])]
  return readings.find(({ issues }) => !issues.some(isShapeIssue))?.value
}

const plainOperand = (field: Field, operand: unknown, language: string): string =>
  behaviourOf(field).plainText(operandAsValue(field, operand), language) || String(operand)

type Say = (key: string, values: Record<string, string>) => string

/** What follows the name of the field: "> 2 kg". */
export function clauseInWords({ operator }: FieldClause, operands: readonly string[], say: Say, language: string) {
  const type = operator === 'all' ? 'conjunction' : 'disjunction'
  const [value = '', to = ''] = operands
  const values = new Intl.ListFormat(language, { type }).format(operands)
  return say(`content.clause.${operator}`, { value, to, values })
}
