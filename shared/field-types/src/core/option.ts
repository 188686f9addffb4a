import { inLanguage, type LabelInLanguage, labelIn } from '@pim/contract/core/language.ts'
import { localizedTextSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { fold, normalForm } from './text.ts'

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

/** With these options as well; undefined where they are no options, or more than a field may have. */
export function withMoreOptions<Settings extends { options: Option[] }>(
  settings: Settings,
  more: readonly Option[],
): Settings | undefined {
  const { success, data } = optionsSchema.safeParse([...settings.options, ...more])
  return success ? { ...settings, options: data } : undefined
}

const tables = new WeakMap<readonly Option[], Map<string, Option>>()

/** By code; kept, because a list of thousands is asked for each value of a page. */
const tableOf = (options: readonly Option[]): Map<string, Option> => {
  const known = tables.get(options)
  if (known !== undefined) return known
  const table = new Map(options.map((option) => [option.code, option]))
  tables.set(options, table)
  return table
}

type Words = ReadonlyMap<string, ReadonlySet<string>>
const wordTables = { code: new WeakMap<readonly Option[], Words>(), label: new WeakMap<readonly Option[], Words>() }

/** Codes by what they or their labels are called in small letters; kept, because each cell of a file asks. */
function codesByWord(options: readonly Option[], by: 'code' | 'label'): Words {
  const known = wordTables[by].get(options)
  if (known !== undefined) return known
  const table = new Map<string, Set<string>>()
  for (const { code, label = {} } of options)
    for (const word of by === 'code' ? [code] : Object.values(label))
      table.set(fold(word), (table.get(fold(word)) ?? new Set()).add(code))
  wordTables[by].set(options, table)
  return table
}

export const hasOption = (options: readonly Option[], code: string): boolean => tableOf(options).has(code)

/** The code that a text names: by itself, or by a label in any language, whatever the case. The text itself where it names none, or several. */
export function optionNamed(options: readonly Option[], text: string): string {
  if (hasOption(options, text)) return text
  const [byCode, byLabel] = [codesByWord(options, 'code'), codesByWord(options, 'label')]
  const [only, ...others] = byCode.get(fold(text)) ?? byLabel.get(fold(text)) ?? []
  return only !== undefined && others.length === 0 ? only : text
}

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
