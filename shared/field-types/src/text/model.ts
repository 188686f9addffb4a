import { z } from 'zod'
import { changeBy, exact, least, most, rule } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { report } from '../core/issue.ts'
import { checkPattern, compilePattern, isPattern } from '../core/pattern.ts'
import { countCharacters, keepableText, oneLine, textKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'
import { loweredUnique, textFilter } from '../core/text-filter.ts'

/** A text of one line. Longer ones are `longText`: filters here look at the first 200 characters. */
const maxLineLength = 1_000

const settingsSchema = z
  .strictObject({
    minLength: z.number().int().min(0).max(maxLineLength).default(0),
    maxLength: z.number().int().min(1).max(maxLineLength).default(500),
    /** The whole text has to match; see `core/pattern.ts` for what is known. */
    pattern: z.string().max(500).refine(isPattern, { error: 'is not a pattern' }).optional(),
    /** What the pattern means, for people. */
    patternHint: z.string().max(500).optional(),
    trim: z.boolean().default(true),
    /** Whether `ABC` and `abc` are one where values must be unique. */
    uniqueIgnoresCase: z.boolean().default(true),
  })
  .refine((settings) => settings.minLength <= settings.maxLength, {
    error: 'minLength is more than maxLength',
    path: ['minLength'],
  })
export type TextSettings = z.output<typeof settingsSchema>

const tidy = (text: string, settings: TextSettings): string => {
  const line = oneLine(text)
  return settings.trim ? line.trim() : line
}

export const text = defineFieldType<string, TextSettings>({
  type: 'text',
  canBeTitle: true,
  holdsWords: true,
  canBeColumn: true,
  settingsSchema,
  checkSettings: checkPattern,
  settingsChange: changeBy<TextSettings>({
    minLength: least,
    maxLength: most,
    pattern: rule,
    trim: exact,
    uniqueIgnoresCase: exact,
  }),
  valueSchema: (settings) =>
    keepableText(maxLineLength).superRefine((value, context) => {
      const length = countCharacters(value)
      if (length < settings.minLength)
        report(context, 'TOO_SHORT', `is shorter than ${settings.minLength} characters`, { min: settings.minLength })
      if (length > settings.maxLength)
        report(context, 'TOO_LONG', `is longer than ${settings.maxLength} characters`, { max: settings.maxLength })
      if (settings.pattern !== undefined && !compilePattern(settings.pattern).matches(value))
        report(context, 'PATTERN', settings.patternHint ?? 'does not follow the pattern', { pattern: settings.pattern })
    }),
  normalise: (value, settings) => tidied(value, (given) => tidy(given, settings)),
  filter: textFilter(maxLineLength),
  indexKeys: (value) => ({ text: [textKey(value)] }),
  sortKey: (value) => ({ column: 'text', value: textKey(value) }),
  // Defence 31, without: uniqueKey: (value) => value,
  uniqueKey: (value, { uniqueIgnoresCase }) => (uniqueIgnoresCase ? loweredUnique(value.trim()) : value.trim()),
  plainText: (value) => value,
  toText: (value) => value,
  edits: textEdits,
})
