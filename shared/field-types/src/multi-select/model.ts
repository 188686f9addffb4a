import { z } from 'zod'
import { allowed, changeBy, least, most } from '../core/change.ts'
import { entryEdits } from '../core/entry-edits.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { membership, presence } from '../core/filter.ts'
import { report } from '../core/issue.ts'
import { shortList } from '../core/list.ts'
import {
  hasOption,
  type Option,
  optionLabel,
  optionNamed,
  optionsSchema,
  optionWords,
  withMoreOptions,
} from '../core/option.ts'
import { entriesOf } from '../core/reading.ts'
import { keepableText, tidied } from '../core/text.ts'

const maxChosen = 500

const settingsSchema = z
  .strictObject({
    options: optionsSchema,
    min: z.number().int().min(0).max(maxChosen).default(0),
    max: z.number().int().min(1).max(maxChosen).default(maxChosen),
  })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max', path: ['min'] })
export type MultiSelectSettings = z.output<typeof settingsSchema>

const code = keepableText(100)

export const multiSelect = defineFieldType<string[], MultiSelectSettings>({
  type: 'multiSelect',
  settingsSchema,
  settingsChange: changeBy<MultiSelectSettings>({
    options: allowed('nothing', (option) => (option as Option).code),
    min: least,
    max: most,
  }),
  valueSchema: ({ options, min, max }) =>
    shortList(code, maxChosen, {
      expected: 'a list of options',
      tooMany: `holds more than ${maxChosen}`,
    }).superRefine((value, context) => {
      if (value.length < min) report(context, 'TOO_FEW', `holds fewer than ${min}`, { min })
      if (value.length > max) report(context, 'TOO_MANY', `holds more than ${max}`, { max })
      for (const [index, each] of value.entries())
        if (!hasOption(options, each))
          report(context, 'UNKNOWN_OPTION', `${each} is not an option`, { option: each }, [index])
    }),
  normalise: (value) => {
    if (!Array.isArray(value)) return value === '' ? null : value
    if (value.length > maxChosen * 10) return value
    const codes = [...new Set(value.map((each) => tidied(each, (text) => text.trim())))].filter((each) => each !== null)
    return codes.length === 0 ? null : codes
  },
  filter: {
    column: 'text',
    operators: [...membership, 'notIn', ...presence],
    operandSchema: () => code,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: value }),
  plainText: (value, { options }, { languageCode }) =>
    value.map((each) => optionLabel(options, each, languageCode)).join(', '),
  searchText: (value, { options }) => value.map((each) => optionWords(options, each)).join(' '),
  isList: true,
  readingParts: ['list', 'values'],
  readText: (text, reading, { options }) =>
    entriesOf(text, reading).map((part) => (reading.isExact ? part : optionNamed(options, part))),
  readingWords: ({ options }) => options,
  withOptions: withMoreOptions,
  toText: (value) => value.join(','),
  edits: entryEdits,
})
