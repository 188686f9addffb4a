import { z } from 'zod'
import { allowed, changeBy } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence, sameness } from '../core/filter.ts'
import { report } from '../core/issue.ts'
import {
  hasOption,
  type Option,
  optionLabel,
  optionNamed,
  optionsSchema,
  optionWords,
  withMoreOptions,
} from '../core/option.ts'
import { keepableText, tidied } from '../core/text.ts'

const settingsSchema = z.strictObject({ options: optionsSchema })
export type SelectSettings = z.output<typeof settingsSchema>

const code = keepableText(100)

export const select = defineFieldType<string, SelectSettings>({
  type: 'select',
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<SelectSettings>({ options: allowed('nothing', (option) => (option as Option).code) }),
  valueSchema: ({ options }) =>
    code.superRefine((value, context) => {
      if (!hasOption(options, value)) report(context, 'UNKNOWN_OPTION', `${value} is not an option`, { option: value })
    }),
  normalise: (value) => tidied(value, (text) => text.trim()),
  filter: {
    column: 'text',
    operators: [...sameness, ...presence],
    operandSchema: () => code,
    operandKey: (operand) => ({ value: String(operand) }),
  },
  indexKeys: (value) => ({ text: [value] }),
  sortKey: (value) => ({ column: 'text', value }),
  plainText: (value, { options }, { languageCode }) => optionLabel(options, value, languageCode),
  searchText: (value, { options }) => optionWords(options, value),
  readingParts: ['values'],
  readingWords: ({ options }) => options,
  withOptions: withMoreOptions,
  readText: (text, { isExact }, { options }) => (isExact ? text : optionNamed(options, text.trim())),
  toText: (value) => value,
})
