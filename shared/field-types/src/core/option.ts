import { inLanguage, type LabelInLanguage, labelIn } from '@pim/contract/core/language.ts'
import { localizedTextSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { normalForm } from './text.ts'

const colorPattern = /^#[0-9a-f]{6}$/i
export const isOptionColor = (text: string): boolean => colorPattern.test(text)

/** Something that can be chosen: the code is kept, the label is shown, with a dot of the colour where there is one. */
const optionSchema = z.strictObject({
  code: z
    .string()
    .max(100)
    .regex(/^[^\s,\p{Cc}]([^,\p{Cc}]*[^\s,\p{Cc}])?$/u, 'is one line without commas, and has no space at its ends')
    .refine((code) => code.isWellFormed() && code === normalForm(code, 'NFC'), { error: 'has letters in parts' }),
  label: localizedTextSchema.optional(),
  color: z.string().regex(colorPattern, 'is a colour such as #3366cc').optional(),
})
export type Option = z.infer<typeof optionSchema>

const maxOptions = 2_000

export const optionsSchema = z
  .array(optionSchema)
  .max(maxOptions)
  .refine((options) => new Set(options.map((option) => option.code)).size === options.length, {
    error: 'has the same code twice',
  })
  .default([])

const tables = new WeakMap<readonly Option[], Map<string, Option>>()

/** By code; kept, because a list of thousands is asked for each value of a page. */
const tableOf = (options: readonly Option[]): Map<string, Option> => {
  const known = tables.get(options)
  if (known !== undefined) return known
  const table = new Map(options.map((option) => [option.code, option]))
  tables.set(options, table)
  return table
}

export const hasOption = (options: readonly Option[], code: string): boolean => tableOf(options).has(code)

export const optionColor = (options: readonly Option[], code: string): string | undefined =>
  tableOf(options).get(code)?.color

/** With the tag of the language that the label is in; none of a code that stands for itself. */
export const optionLabelIn = (options: readonly Option[], code: string, languageCode?: string): LabelInLanguage =>
  labelIn(tableOf(options).get(code)?.label, languageCode, code)

export const optionLabel = (options: readonly Option[], code: string, languageCode?: string): string =>
  inLanguage(tableOf(options).get(code)?.label ?? {}, languageCode, code)

/** The code and its labels in every language. */
export const optionWords = (options: readonly Option[], code: string): string =>
  [...new Set([code, ...Object.values(tableOf(options).get(code)?.label ?? {})])].join(' ')
