import { z } from 'zod'
import { changeBy, exact, most, rule } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { report } from '../core/issue.ts'
import { checkPattern, compilePattern, isPattern } from '../core/pattern.ts'
import { countCharacters, keepableText, oneLine, textKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'
import { loweredUnique, textFilter } from '../core/text-filter.ts'
import { type IdentifierKind, identifierKindNames, identifierKinds } from './kinds.ts'

const maxIdentifierLength = 200

const settingsSchema = z.strictObject({
  kind: z.enum(identifierKindNames).default('sku'),
  maxLength: z.number().int().min(1).max(maxIdentifierLength).default(maxIdentifierLength),
  /** The whole code has to match; see `core/pattern.ts` for what is known. */
  pattern: z.string().max(500).refine(isPattern, { error: 'is not a pattern' }).optional(),
  /** What the pattern means, for people. */
  patternHint: z.string().max(500).optional(),
  uniqueIgnoresCase: z.boolean().default(true),
})
export type IdentifierSettings = z.output<typeof settingsSchema>

const kindOf = (settings: IdentifierSettings): IdentifierKind => identifierKinds[settings.kind]
const tidy = (text: string, settings: IdentifierSettings): string => kindOf(settings).tidy(oneLine(text))

type Context = Parameters<typeof report>[0]

const reportKind = (context: Context, value: string, { lengths, ...kind }: IdentifierKind): void => {
  if (!kind.hasRightCharacters(value)) report(context, 'PATTERN', 'holds characters that such a code does not have')
  else if (lengths !== null && !lengths.includes(value.length))
    report(context, 'WRONG_LENGTH', `does not have ${lengths.join(' or ')} characters`, { lengths: lengths.join(', ') })
  else if (!kind.hasRightCheckDigit(value)) report(context, 'CHECK_DIGIT', 'has a check digit that does not fit')
}

export const identifier = defineFieldType<string, IdentifierSettings>({
  type: 'identifier',
  canBeTitle: true,
  canBeColumn: true,
  settingsSchema,
  checkSettings: checkPattern,
  settingsChange: changeBy<IdentifierSettings>({
    kind: exact,
    maxLength: most,
    pattern: rule,
    uniqueIgnoresCase: exact,
  }),
  valueSchema: (settings) =>
    keepableText(maxIdentifierLength).superRefine((value, context) => {
      reportKind(context, value, kindOf(settings))
      if (countCharacters(value) > settings.maxLength)
        report(context, 'TOO_LONG', `is longer than ${settings.maxLength} characters`, { max: settings.maxLength })
      if (settings.pattern !== undefined && !compilePattern(settings.pattern).matches(value))
        report(context, 'PATTERN', settings.patternHint ?? 'does not follow the pattern', { pattern: settings.pattern })
    }),
  /** A code that came as a number is text all the same. */
  normalise: (value, settings) =>
    tidied(Number.isSafeInteger(value) ? String(value) : value, (text) => tidy(text, settings)),
  filter: textFilter(maxIdentifierLength, tidy),
  indexKeys: (value) => ({ text: [textKey(value)] }),
  sortKey: (value) => ({ column: 'text', value: textKey(value) }),
  uniqueKey: (value, settings) => {
    const key = kindOf(settings).unique(value)
    return settings.uniqueIgnoresCase ? loweredUnique(key) : key
  },
  toText: (value) => value,
  edits: textEdits,
})
