import type { FilterOperator } from '@pim/contract'
import { z } from 'zod'
import type { Comparison, ComparisonOperator, FilterRule, OperandKey } from './field-type-model.ts'
import { issuesOf, type ValueIssue } from './issue.ts'
import type { Steps } from './steps.ts'

/** How many operands an operator takes: none, one `value`, many `values`, or two `values` (from and to). */
export type OperandCount = 'none' | 'one' | 'many' | 'pair'

interface OperatorMeaning {
  readonly operands: OperandCount
  readonly operator: ComparisonOperator
  readonly negated?: true
}

export const operatorMeanings: Readonly<Record<FilterOperator, OperatorMeaning>> = {
  equals: { operands: 'one', operator: 'eq' },
  notEquals: { operands: 'one', operator: 'eq', negated: true },
  in: { operands: 'many', operator: 'in' },
  notIn: { operands: 'many', operator: 'in', negated: true },
  contains: { operands: 'one', operator: 'contains' },
  startsWith: { operands: 'one', operator: 'startsWith' },
  gt: { operands: 'one', operator: 'gt' },
  gte: { operands: 'one', operator: 'gte' },
  lt: { operands: 'one', operator: 'lt' },
  lte: { operands: 'one', operator: 'lte' },
  between: { operands: 'pair', operator: 'between' },
  any: { operands: 'many', operator: 'in' },
  all: { operands: 'many', operator: 'all' },
  isEmpty: { operands: 'none', operator: 'exists', negated: true },
  isNotEmpty: { operands: 'none', operator: 'exists' },
}

export const presence = ['isEmpty', 'isNotEmpty'] as const satisfies FilterOperator[]
export const sameness = ['equals', 'notEquals', 'in', 'notIn'] as const satisfies FilterOperator[]
export const order = ['gt', 'gte', 'lt', 'lte', 'between'] as const satisfies FilterOperator[]
export const parts = ['contains', 'startsWith'] as const satisfies FilterOperator[]
export const membership = ['any', 'all'] as const satisfies FilterOperator[]

export interface FilterInput {
  readonly operator: FilterOperator
  readonly value?: unknown
  readonly values?: readonly unknown[] | undefined
}

export type FilterReading = { readonly comparison: Comparison } | { readonly issues: ValueIssue[] }

const wrong = (message: string): FilterReading => ({
  issues: [{ code: 'WRONG_TYPE', message, path: '', params: {} }],
})

const operandsSchema = (count: OperandCount, operand: z.ZodType): z.ZodType<unknown[]> => {
  if (count === 'none') return z.array(z.never()).max(0)
  if (count === 'one') return z.array(operand).length(1)
  return count === 'pair' ? z.array(operand).length(2) : z.array(operand).min(1).max(200)
}

/** One operand may come as `value` or as the only one of `values`; both together are too many for it. */
const given = ({ value, values = [] }: FilterInput): readonly unknown[] =>
  value === undefined ? values : [value, ...values]

const comparisonOf = (column: Comparison['column'], meaning: OperatorMeaning, keys: OperandKey[]): FilterReading => {
  const qualifiers = new Set(keys.map((key) => key.qualifier))
  if (qualifiers.size > 1) return wrong('compares values of different kinds')
  const [qualifier] = qualifiers
  return {
    comparison: {
      column,
      operator: meaning.operator,
      values: [...new Set(keys.map((key) => key.value))],
      ...(qualifier === undefined ? {} : { qualifier }),
      negated: meaning.negated ?? false,
    },
  }
}

/** Reads a filter that came from outside by the rule of its field's type, value by value: a few bytes may fold into many. */
export function* readFilter<Settings>(
  rule: FilterRule<Settings>,
  filter: FilterInput,
  settings: Settings,
): Steps<FilterReading> {
  if (!rule.operators.includes(filter.operator)) return wrong(`cannot be filtered by ${filter.operator}`)
  const meaning = operatorMeanings[filter.operator]
  const operands = operandsSchema(meaning.operands, rule.operandSchema(settings)).safeParse(given(filter))
  if (!operands.success) return { issues: issuesOf(operands.error) }
  const keys: OperandKey[] = []
  for (const operand of operands.data) {
    keys.push(rule.operandKey(operand, settings, meaning.operator))
    yield
  }
  return comparisonOf(rule.column, meaning, keys)
}
