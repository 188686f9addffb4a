import { z } from 'zod'
import { changeBy, most } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { judgeWebAddress } from '../core/href.ts'
import { report } from '../core/issue.ts'
import { keepableText, textKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'
import { textFilter } from '../core/text-filter.ts'

const maxAddressLength = 2_000

const settingsSchema = z.strictObject({
  maxLength: z.number().int().min(10).max(maxAddressLength).default(maxAddressLength),
})
export type UrlSettings = z.output<typeof settingsSchema>

export const url = defineFieldType<string, UrlSettings>({
  type: 'url',
  canBeTitle: true,
  canBeColumn: true,
  settingsSchema,
  settingsChange: changeBy<UrlSettings>({ maxLength: most }),
  valueSchema: ({ maxLength }) =>
    keepableText(maxAddressLength).superRefine((value, context) => {
      const verdict = judgeWebAddress(value)
      if (verdict === 'forbidden') report(context, 'FORBIDDEN_LINK', 'is not an http or https address')
      if (verdict === 'unreadable') report(context, 'NOT_A_URL', 'is not a web address')
      if (value.length > maxLength)
        report(context, 'TOO_LONG', `is longer than ${maxLength} characters`, { max: maxLength })
    }),
  normalise: (value) => tidied(value, (text) => text.trim()),
  filter: textFilter(maxAddressLength),
  indexKeys: (value) => ({ text: [textKey(value)] }),
  sortKey: (value) => ({ column: 'text', value: textKey(value) }),
  /** As browsers write it: case of the host, default port and an empty path do not count. */
  uniqueKey: (value) => (URL.canParse(value) ? new URL(value).href : value),
  toText: (value) => value,
  edits: textEdits,
})
