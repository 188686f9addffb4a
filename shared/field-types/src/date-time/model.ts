import { z } from 'zod'
import { asUtc } from '../core/calendar.ts'
import { changeBy, earliest, latest } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { order, presence, sameness } from '../core/filter.ts'
import { report, wrongType } from '../core/issue.ts'
import { readMoment } from '../core/reading.ts'
import { tidied } from '../core/text.ts'

const tidy = (value: unknown): unknown => tidied(value, (text) => asUtc(text.trim()) ?? text.trim())

const moment = z.string(wrongType('a date and time')).superRefine((value, context) => {
  if (asUtc(value) !== value) report(context, 'NOT_A_TIME', 'is not a time such as 2026-02-28T13:45:00Z')
})
const tidiedMoment = z.preprocess(tidy, moment)

const settingsSchema = z
  .strictObject({ min: tidiedMoment.optional(), max: tidiedMoment.optional() })
  .refine(({ min = '', max = '9999' }) => min <= max, { error: 'min is later than max', path: ['min'] })
export type DateTimeSettings = z.output<typeof settingsSchema>

/** As the clock shows it where the reader sits. */
const momentInWords = (text: string, languageCode: string | undefined): string =>
  languageCode === undefined || asUtc(text) !== text
    ? text
    : new Intl.DateTimeFormat(languageCode, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text))

/** A moment; kept in UTC to the millisecond, whatever the offset it came with. */
export const dateTime = defineFieldType<string, DateTimeSettings>({
  type: 'dateTime',
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<DateTimeSettings>({ min: earliest, max: latest }),
  valueSchema: ({ min, max }) =>
    moment.superRefine((value, context) => {
      if (min !== undefined && value < min) report(context, 'TOO_EARLY', `is before ${min}`, { min })
      if (max !== undefined && value > max) report(context, 'TOO_LATE', `is after ${max}`, { max })
    }),
  normalise: tidy,
  filter: {
    column: 'text',
    operators: [...sameness, ...order, ...presence],
    operandSchema: () => tidiedMoment,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: [value] }),
  sortKey: (value) => ({ column: 'text', value }),
  uniqueKey: (value) => value,
  plainText: (value, _, { languageCode }) => momentInWords(value, languageCode),
  searchText: () => '',
  readingParts: ['dates', 'timeZone'],
  readText: readMoment,
  toText: (value) => value,
})
