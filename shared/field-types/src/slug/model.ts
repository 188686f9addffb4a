import { technicalNameSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { changeBy, most } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { report } from '../core/issue.ts'
import { countCharacters, keepableText, textKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'
import { textFilter } from '../core/text-filter.ts'

const maxSlugLength = 200

const settingsSchema = z.strictObject({
  maxLength: z.number().int().min(1).max(maxSlugLength).default(maxSlugLength),
  /** The text field whose value the editor offers as a slug. */
  sourceField: technicalNameSchema.optional(),
})
export type SlugSettings = z.output<typeof settingsSchema>

const tidy = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/-{2,}/g, '-')

export const slug = defineFieldType<string, SlugSettings>({
  type: 'slug',
  canBeTitle: true,
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<SlugSettings>({ maxLength: most }),
  valueSchema: ({ maxLength }) =>
    keepableText(1_000).superRefine((value, context) => {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(value))
        report(context, 'NOT_A_SLUG', 'may hold only a to z, digits, and single dashes between them')
      if (countCharacters(value) > maxLength)
        report(context, 'TOO_LONG', `is longer than ${maxLength} characters`, { max: maxLength })
    }),
  normalise: (value) => tidied(value, tidy),
  filter: textFilter(1_000, tidy),
  indexKeys: (value) => ({ text: [textKey(value)] }),
  sortKey: (value) => ({ column: 'text', value: textKey(value) }),
  uniqueKey: (value) => value,
  toText: (value) => value,
  edits: textEdits,
})
