import { z } from 'zod'
import { changeBy, least, most } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence } from '../core/filter.ts'
import { report } from '../core/issue.ts'
import { countCharacters, keepableText, maxTextLength, oneLine, partKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'

const settingsSchema = z
  .strictObject({
    minLength: z.number().int().min(0).max(maxTextLength).default(0),
    maxLength: z.number().int().min(1).max(maxTextLength).default(maxTextLength),
  })
  .refine((settings) => settings.minLength <= settings.maxLength, {
    error: 'minLength is more than maxLength',
    path: ['minLength'],
  })
export type LongTextSettings = z.output<typeof settingsSchema>

/** A key is short; so that folding costs the same for every text, it never sees more than this. */
const beginning = 500

/** Full text search finds the words in it; a filter finds how it begins. */
export const longText = defineFieldType<string, LongTextSettings>({
  type: 'longText',
  canBeLong: true,
  holdsWords: true,
  canBeTitle: true,
  settingsSchema,
  settingsChange: changeBy<LongTextSettings>({ minLength: least, maxLength: most }),
  valueSchema: ({ minLength, maxLength }) =>
    keepableText().superRefine((value, context) => {
      if (value.length < minLength * 2 && countCharacters(value) < minLength)
        report(context, 'TOO_SHORT', `is shorter than ${minLength} characters`, { min: minLength })
      if (value.length > maxLength && countCharacters(value) > maxLength)
        report(context, 'TOO_LONG', `is longer than ${maxLength} characters`, { max: maxLength })
    }),
  normalise: (value) => tidied(value, (text) => (text.trim() === '' ? '' : text.replace(/\r\n?|\u2028|\u2029/g, '\n'))),
  filter: {
    column: 'text',
    operators: ['startsWith', ...presence],
    operandSchema: () => keepableText(beginning),
    operandKey: (operand) => ({ value: partKey(String(operand)) }),
  },
  indexKeys: (value) => ({ text: [partKey(value.slice(0, beginning))] }),
  plainText: oneLine,
  searchText: (value) => value,
  toText: (value) => value,
  edits: textEdits,
})
