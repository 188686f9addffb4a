import { z } from 'zod'
import { calculated } from '../core/calculate.ts'
import { changeBy, least, most } from '../core/change.ts'
import {
  type DecimalValue,
  decimalKey,
  decimalSetting,
  deliveredAmount,
  parseDecimal,
  tidyDecimal,
} from '../core/decimal.ts'
import { boundsAreOrdered, exactNumber, exactOperand, reportBounds } from '../core/exact-number.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence, sameness } from '../core/filter.ts'
import { readNumbers } from '../core/reading.ts'

const settingsSchema = z
  .strictObject({
    min: decimalSetting.optional(),
    max: decimalSetting.optional(),
    scale: z.number().int().min(0).max(400).optional(),
    precision: z.number().int().min(1).max(800).optional(),
  })
  .refine(boundsAreOrdered, { error: 'min is more than max', path: ['min'] })
export type DecimalSettings = z.output<typeof settingsSchema>

const key = (value: unknown): string => decimalKey(value) ?? '0'

/** Kept in one form with every digit that was given; compared as the exact number that it is. */
export const decimal = defineFieldType<DecimalValue, DecimalSettings>({
  type: 'decimal',
  keepsDigits: true,
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<DecimalSettings>({ min: least, max: most, scale: most, precision: most }),
  valueSchema: (settings) =>
    exactNumber.superRefine((value, context) => {
      const number = parseDecimal(value)
      if (number !== null) reportBounds(context, number, settings)
    }),
  normalise: tidyDecimal,
  filter: {
    column: 'number',
    operators: [...sameness, ...order, ...presence],
    operandSchema: () => exactOperand,
    operandKey: (operand) => ({ value: key(operand) }),
  },
  indexKeys: (value) => ({ number: [{ number: key(value) }] }),
  typedKeys: ({ numbers, sign }) => (sign === '' ? numbers.map((number) => ({ number })) : []),
  sortKey: (value) => ({ column: 'number', value: key(value) }),
  uniqueKey: key,
  plainText: String,
  searchText: () => '',
  deliver: deliveredAmount,
  readingParts: ['numbers'],
  readText: (text, reading) =>
    readNumbers(text, reading, (plain) => (parseDecimal(tidyDecimal(plain)) === null ? undefined : plain)),
  toText: String,
  edits: { calculate: (value, edit) => calculated(value, edit) },
})
