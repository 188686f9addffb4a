import { inLanguage } from '@pim/contract/core/language.ts'
import { localizedTextSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence, sameness } from '../core/filter.ts'
import { wrongType } from '../core/issue.ts'

const settingsSchema = z.strictObject({
  /** What to say instead of yes and no. */
  trueLabel: localizedTextSchema.optional(),
  falseLabel: localizedTextSchema.optional(),
})
export type BooleanSettings = z.output<typeof settingsSchema>

const truth = z.boolean(wrongType('true or false'))
const spoken: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, 1: true, 0: false }

export const boolean = defineFieldType<boolean, BooleanSettings>({
  type: 'boolean',
  canBeColumn: true,
  settingsSchema,
  settingsChange: () => 'same',
  valueSchema: () => truth,
  normalise: (value) => (value === '' ? null : value),
  isEmpty: (value) => value === null || value === undefined,
  filter: {
    column: 'text',
    operators: [...sameness, ...presence],
    operandSchema: () => truth,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: [String(value)] }),
  sortKey: (value) => ({ column: 'text', value: String(value) }),
  plainText: (value, { trueLabel, falseLabel }, { languageCode }) =>
    inLanguage((value ? trueLabel : falseLabel) ?? {}, languageCode, value ? 'Yes' : 'No'),
  searchText: () => '',
  fromText: (text) => spoken[text.trim().toLowerCase()],
  toText: (value) => String(value),
})
