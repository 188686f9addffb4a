import { z } from 'zod'
import { defineFieldType } from '../core/field-type-model.ts'
import { report } from '../core/issue.ts'
import { keepableText, textKey, tidied } from '../core/text.ts'
import { textEdits } from '../core/text-edits.ts'
import { loweredUnique, textFilter } from '../core/text-filter.ts'

const maxEmailLength = 254

const settingsSchema = z.strictObject({})
export type EmailSettings = z.output<typeof settingsSchema>

const tidy = (text: string): string => {
  const [, person = '', host = ''] = /^(.*)@([^@]*)$/s.exec(text.trim()) ?? [undefined, text.trim(), undefined]
  return host === '' ? text.trim() : `${person}@${host.toLowerCase()}`
}

/** Whether a message would arrive, only a message can tell; this catches slips of the hand. */
const looksRight = (value: string): boolean =>
  /^[^\s@,;<>()"\\]{1,64}@[^\s@,;<>()"\\]+\.[^\s@,;<>()"\\.]{2,}$/.test(value) && !/\.\.|^\.|\.@|@\.|@-/.test(value)

export const email = defineFieldType<string, EmailSettings>({
  type: 'email',
  canBeTitle: true,
  canBeColumn: true,
  settingsSchema,
  settingsChange: () => 'same',
  valueSchema: () =>
    keepableText(maxEmailLength).superRefine((value, context) => {
      if (!looksRight(value)) report(context, 'NOT_AN_EMAIL', 'is not an email address')
    }),
  normalise: (value) => tidied(value, tidy),
  filter: textFilter(maxEmailLength),
  indexKeys: (value) => ({ text: [textKey(value)] }),
  sortKey: (value) => ({ column: 'text', value: textKey(value) }),
  uniqueKey: loweredUnique,
  toText: (value) => value,
  edits: textEdits,
})
