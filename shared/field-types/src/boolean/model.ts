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
const spoken: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    true: ['true', 'yes', 'y', '1', 'x', 'ja', 'wahr', 'sant', 'oui', 'vrai'],
    false: ['false', 'no', 'n', '0', 'nein', 'falsch', 'nej', 'falskt', 'non', 'faux'],
  }).flatMap(([value, words]) => words.map((word) => [word, value === 'true'] as const)),
)

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
  readingParts: ['values'],
  readingWords: ({ trueLabel, falseLabel }) => [
    { code: 'true', ...(trueLabel && { label: trueLabel }) },
    { code: 'false', ...(falseLabel && { label: falseLabel }) },
  ],
  readText: (text, _, { trueLabel = {}, falseLabel = {} }) => {
    const word = text.trim().toLowerCase()
    const isLabel = (label: object) => Object.values(label).some((each) => String(each).trim().toLowerCase() === word)
    return isLabel(trueLabel) ? true : isLabel(falseLabel) ? false : spoken.get(word)
  },
  toText: (value) => String(value),
})
