import { z } from 'zod'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence, sameness } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'

const seconds = z.number(wrongType('seconds')).superRefine((value, context) => {
  if (!Number.isSafeInteger(value) || value < 0) report(context, 'NOT_A_NUMBER', 'is no number of seconds')
})

/** 3,725 is `1:02:05`. */
const clock = (value: number): string =>
  [Math.floor(value / 3_600), Math.floor(value / 60) % 60, value % 60]
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')

/** Seconds from `1:02:05`, or from `90 min`. */
export function secondsOf(text: string): number | undefined {
  const [, hours, minutes, rest] = /^\s*(\d{1,6}):([0-5]\d):([0-5]\d)\s*$/.exec(text) ?? []
  if (hours !== undefined) return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest)
  const [, count, unit = ''] = /^\s*(\d{1,9})\s*(h|min|s)\s*$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * ({ h: 3_600, min: 60 }[unit] ?? 1)
}

export const duration = defineFieldType<number, object>({
  type: 'duration',
  canBeColumn: true,
  settingsSchema: z.strictObject({}),
  settingsChange: () => 'same',
  valueSchema: () => seconds,
  normalise: (value) => (value === '' ? null : value),
  filter: {
    column: 'number',
    operators: [...sameness, ...order, ...presence],
    operandSchema: () => seconds,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ number: [{ number: String(value) }] }),
  sortKey: (value) => ({ column: 'number', value: String(value) }),
  plainText: clock,
  searchText: () => '',
  deliver: (value) => `PT${value}S`,
  readText: secondsOf,
  toText: clock,
})
