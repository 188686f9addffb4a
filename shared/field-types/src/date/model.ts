import { z } from 'zod'
import { isCalendarDate } from '../core/calendar.ts'
import { changeBy, earliest, latest } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence, sameness } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { readDay } from '../core/reading.ts'
import { tidied } from '../core/text.ts'

const day = z.string(wrongType('a date')).superRefine((value, context) => {
  if (!isCalendarDate(value)) report(context, 'NOT_A_DATE', 'is not a date such as 2026-02-28')
})

const settingsSchema = z
  .strictObject({ min: day.optional(), max: day.optional() })
  .refine(({ min = '', max = '9999-12-31' }) => min <= max, { error: 'min is later than max', path: ['min'] })
export type DateSettings = z.output<typeof settingsSchema>

/** A day is the same day everywhere: it is read as UTC and written as UTC, or it would be the day before in the west. */
const dayInWords = (text: string, languageCode: string | undefined): string =>
  languageCode === undefined || !isCalendarDate(text)
    ? text
    : new Intl.DateTimeFormat(languageCode, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${text}T00:00:00Z`),
      )

/** A day of the calendar, the same day everywhere; order of the text is order of time. */
export const date = defineFieldType<string, DateSettings>({
  type: 'date',
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<DateSettings>({ min: earliest, max: latest }),
  valueSchema: ({ min, max }) =>
    day.superRefine((value, context) => {
      if (min !== undefined && value < min) report(context, 'TOO_EARLY', `is before ${min}`, { min })
      if (max !== undefined && value > max) report(context, 'TOO_LATE', `is after ${max}`, { max })
    }),
  normalise: (value) => tidied(value, (text) => text.trim()),
  filter: {
    column: 'text',
    operators: [...sameness, ...order, ...presence],
    operandSchema: () => day,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: [value] }),
  sortKey: (value) => ({ column: 'text', value }),
  uniqueKey: (value) => value,
  plainText: (value, _, { languageCode }) => dayInWords(value, languageCode),
  searchText: () => '',
  readingParts: ['dates'],
  readText: readDay,
  toText: (value) => value,
})
