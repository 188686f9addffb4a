import { z } from 'zod'
import { deliveryTargetSchema, idSchema, technicalNameSchema } from '../core/primitives.ts'

/** An exact number as text, so that no digit is lost: `-2.50`. */
const decimalText = z.string().regex(/^-?\d{1,20}(\.\d{1,10})?$/, 'is a number such as -2.50')
const positiveDecimalText = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,10})?$/, 'is a number such as 0.05')
  .refine((text) => /[1-9]/.test(text), 'is more than 0')
  .meta({ pattern: '[1-9]' })

const field = { technicalFieldName: technicalNameSchema }

/** Puts a text at an end of another one; in a rich text it becomes paragraphs. */
const append = z.strictObject({
  kind: z.literal('append'),
  ...field,
  text: z.string().min(1).max(10_000),
  at: z.enum(['start', 'end']).default('end'),
})

/** Every place where the text stands, letter by letter; there are no patterns. */
const replaceText = z.strictObject({
  kind: z.literal('replaceText'),
  ...field,
  find: z.string().min(1).max(500),
  replaceBy: z.string().max(2_000),
  matchCase: z.boolean().default(false),
  wholeWords: z.boolean().default(false),
})

/**
 * First `percent` (5: a twentieth more), then `add`, then `round`: to the nearest, next or last number that is a multiple of
 * `step` plus `ending` (step 1 and ending 0.95: 19.95, 20.95). Of prices those in `currency`, or in every one. With none of
 * the three a value stays as it is.
 */
const calculate = z.strictObject({
  kind: z.literal('calculate'),
  ...field,
  percent: decimalText.optional(),
  add: decimalText.optional(),
  round: z
    .strictObject({
      step: positiveDecimalText,
      ending: decimalText.default('0'),
      direction: z.enum(['nearest', 'up', 'down']).default('nearest'),
    })
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})

const entries = z.array(z.string().min(1).max(200)).min(1).max(200)
/** Of a field with several concepts, links, media or options. */
const addEntries = z.strictObject({ kind: z.literal('addEntries'), ...field, values: entries })
const removeEntries = z.strictObject({ kind: z.literal('removeEntries'), ...field, values: entries })

/** What makes a new value of an old one. The field's type says what it can do. */
export const valueEditSchema = z
  .union([append, replaceText, calculate, addEntries, removeEntries])
  .meta({ id: 'ValueEdit' })
export type ValueEdit = z.infer<typeof valueEditSchema>
export type ValueEditOf<Kind extends ValueEdit['kind']> = Extract<ValueEdit, { kind: Kind }>

const targets = z.array(deliveryTargetSchema).max(50).default([])

const alternatives = [
  z.strictObject({ kind: z.literal('set'), ...field, value: z.unknown() }),
  z.strictObject({ kind: z.literal('clear'), ...field }),
  z.strictObject({ kind: z.literal('reset'), ...field }),
  append,
  replaceText,
  calculate,
  addEntries,
  removeEntries,
  z.strictObject({ kind: z.literal('channels'), add: targets, remove: targets }),
  z.strictObject({
    kind: z.literal('copyValues'),
    fromVariationId: idSchema,
    technicalFieldNames: z.array(technicalNameSchema).min(1).max(400).optional(),
  }),
] as const

/**
 * One edit of each item. `clear` makes a value deliberately empty, `reset` lets it inherit again. `copyValues` makes the values of
 * another variation, own or inherited, the own ones of these fields; left out: of all fields that are not shared.
 * `channels`: no channel named means every one, so the last one cannot be taken away.
 */
export const bulkEditSchema = z.union(alternatives).meta({ id: 'BulkEdit' })
export type BulkEdit = z.infer<typeof bulkEditSchema>

/** `markTranslated` changes no value: it says that own texts whose sources have changed are right as they are. */
export const askedEditSchema = z
  .union([...alternatives, z.strictObject({ kind: z.literal('markTranslated') })])
  .meta({ id: 'AskedEdit' })
export type AskedEdit = z.infer<typeof askedEditSchema>
