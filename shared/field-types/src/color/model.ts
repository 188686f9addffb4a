import { z } from 'zod'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence, sameness } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { tidied } from '../core/text.ts'

const settingsSchema = z.strictObject({
  /** Whether a colour may be transparent: `#rrggbbaa`. */
  alpha: z.boolean().default(true),
})
export type ColorSettings = z.output<typeof settingsSchema>

const tidy = (text: string): string => {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (!/^[0-9a-f]{3,8}$/.test(digits)) return text.trim()
  return `#${digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

const hex = z.string(wrongType('a colour')).superRefine((value, context) => {
  if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(value)) report(context, 'NOT_A_COLOR', 'is not a colour such as #3366cc')
})

export const color = defineFieldType<string, ColorSettings>({
  type: 'color',
  canBeColumn: true,
  settingsSchema,
  settingsChange: (before, after) => (before.alpha === after.alpha ? 'same' : after.alpha ? 'widening' : 'narrowing'),
  valueSchema: ({ alpha }) =>
    hex.superRefine((value, context) => {
      if (!alpha && value.length === 9) report(context, 'PATTERN', 'may not be transparent')
    }),
  normalise: (value) => tidied(value, tidy),
  filter: {
    column: 'text',
    operators: [...sameness, ...presence],
    operandSchema: () => z.preprocess((operand) => tidied(operand, tidy), hex),
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: [value] }),
  sortKey: (value) => ({ column: 'text', value }),
  searchText: () => '',
  toText: (value) => value,
})
