import { z } from 'zod'
import { calculated } from '../core/calculate.ts'
import { changeBy, least, most } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence, sameness } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { readNumbers } from '../core/reading.ts'

const bound = z.number().int().optional()
const settingsSchema = z
  .strictObject({ min: bound, max: bound })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    error: 'min is more than max',
    path: ['min'],
  })
export type IntegerSettings = z.output<typeof settingsSchema>

const whole = z.number(wrongType('a number')).superRefine((value, context) => {
  if (!Number.isSafeInteger(value)) report(context, 'NOT_A_NUMBER', 'is not a whole number')
})

const key = (value: unknown): string => String(value)

export const integer = defineFieldType<number, IntegerSettings>({
  type: 'integer',
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<IntegerSettings>({ min: least, max: most }),
  valueSchema: ({ min, max }) =>
    whole.superRefine((value, context) => {
      if (min !== undefined && value < min) report(context, 'TOO_SMALL', `is less than ${min}`, { min })
      if (max !== undefined && value > max) report(context, 'TOO_BIG', `is more than ${max}`, { max })
    }),
  normalise: (value) => (value === '' ? null : Object.is(value, -0) ? 0 : value),
  filter: {
    column: 'number',
    operators: [...sameness, ...order, ...presence],
    operandSchema: () => whole,
    operandKey: (operand) => ({ value: key(operand) }),
  },
  indexKeys: (value) => ({ number: [{ number: key(value) }] }),
  typedKeys: ({ numbers, sign }) => (sign === '' ? numbers.map((number) => ({ number })) : []),
  sortKey: (value) => ({ column: 'number', value: key(value) }),
  uniqueKey: (value) => key(value),
  plainText: key,
  searchText: () => '',
  toText: key,
  edits: { calculate: (value, edit) => calculated(value, edit, { step: '1', ending: '0', direction: 'nearest' }) },
  readingParts: ['numbers'],
  readText: (text, reading) =>
    readNumbers(text, reading, (plain) => (/^\s*[+-]?\d{1,16}\s*$/.test(plain) ? Number(plain) : undefined)),
})
