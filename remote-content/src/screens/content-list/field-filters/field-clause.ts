import { type ContentType, type Field, type FieldFilter, type FilterOperator, filterOperators } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { inOneGo } from '@pim/field-types/steps'

/** One condition on a field: `weight gt [{"amount":"2","unit":"kg"}]` in the address, "Weight > 2 kg" on the screen. */
export interface FieldClause {
  /** The field as the first of the types has it in which the clause makes sense. */
  readonly field: Field
  readonly operator: FilterOperator
  /** None, one, from and to, or many, as the operator asks. */
  readonly operands: readonly unknown[]
}

export const writeClause = ({ field, operator, operands }: FieldClause): string =>
  [field.technicalName, operator, ...(operands.length > 0 ? [JSON.stringify(operands)] : [])].join(' ')

export const filterOf = ({ field, operator, operands }: FieldClause): FieldFilter => ({
  technicalFieldName: field.technicalName,
  operator,
  ...(operands.length > 0 ? { values: [...operands] } : {}),
})

/** Whether the field can be asked this; an operand that is not typed yet cannot. */
export const isWhole = ({ field, operator, operands }: FieldClause): boolean =>
  'comparison' in inOneGo(behaviourOf(field).filterInSteps({ operator, values: operands }))

export interface ReadClauses {
  readonly clauses: readonly FieldClause[]
  /** What stands in the address and means nothing here, as it was typed. */
  readonly unread: readonly string[]
}

/**
 * Reads the clauses of an address as the server will: where types are chosen, each of them that has the field has to
 * make sense of the clause; where none is, one of them.
 */
export function readClauses(
  texts: readonly string[],
  types: readonly ContentType[],
  chosen: readonly string[],
): ReadClauses {
  const asked = chosen.length > 0 ? types.filter(({ technicalName }) => chosen.includes(technicalName)) : types
  const clauses: FieldClause[] = []
  const unread: string[] = []
  for (const text of texts) {
    const clause = readClause(text, asked, chosen.length > 0)
    if (clause) clauses.push(clause)
    else unread.push(text)
  }
  return { clauses, unread }
}

function readClause(text: string, types: readonly ContentType[], all: boolean): FieldClause | undefined {
  const [, name, word, json = '[]'] = /^(\S+) (\S+)(?: (.+))?$/s.exec(text) ?? []
  const operator = filterOperators.find((each) => each === word)
  const operands = readOperands(json)
  if (!operator || !operands) return undefined
  const readings = types
    .flatMap(({ fields }) => fields.filter(({ technicalName }) => technicalName === name))
    .map((field) => ({ field, operator, operands }))
  const whole = readings.filter(isWhole)
  return all && whole.length < readings.length ? undefined : whole[0]
}

function readOperands(json: string): readonly unknown[] | undefined {
  try {
    const operands: unknown = JSON.parse(json)
    return Array.isArray(operands) ? operands : undefined
  } catch {
    return undefined
  }
}
