import { z } from 'zod'
import { defaultPageSize, maxPageSize } from './page-sizes.ts'

export { defaultPageSize, maxPageSize }

import { languageTagPattern, maxLanguageTagLength } from './language.ts'
import {
  deliveryTargetPattern,
  maxDeliveryTargetLength,
  maxTechnicalNameLength,
  technicalNamePattern,
} from './names.ts'

/** Beyond this a page number is no way to read a list; narrow the filter instead. */
export const maxPageNumber = 1_000_000

/** UUIDv7 where we made it; any UUID is taken, and an unknown one is not found. */
export const idSchema = z.uuid().toLowerCase()
/**
 * Rises with each change of the thing. Its `ETag` is this number in quotes, and a caller that sends it back as
 * `If-Match` changes nothing that it has not seen.
 */
export const versionSchema = z.number().int()
/** ISO 8601 knows a year 0 and fractions without end; no database does. */
export const timeSchema = z.iso
  .datetime()
  .max(40)
  .refine((time) => !time.startsWith('0000'), 'is before the year 1')
  .meta({ not: { pattern: '^0000' } })
/** By language tag: `{ "en-US": "Title" }`. */
export const localizedTextSchema = z
  .record(z.string().min(2).max(maxLanguageTagLength), z.string().max(2_000))
  .meta({ id: 'LocalizedText' })
export type LocalizedText = z.infer<typeof localizedTextSchema>

export const technicalNameSchema = z
  .string()
  .max(maxTechnicalNameLength)
  .regex(technicalNamePattern, 'starts with a letter and goes on with letters, digits, _ or -')
export const languageTagSchema = z
  .string()
  .max(maxLanguageTagLength)
  .regex(languageTagPattern, 'is a language tag such as en-US')
/** Not empty once the white space around it is cut off, which the pattern says in JSON Schema. */
export const filledText = (maxLength: number) => z.string().trim().min(1).max(maxLength).meta({ pattern: '\\S' })
export const nameSchema = filledText(500)
export const deliveryTargetSchema = z
  .string()
  .max(maxDeliveryTargetLength)
  .regex(deliveryTargetPattern, 'is lower-case letters, digits and -')

/**
 * In a query everything is text; a typed client sends numbers and booleans. JSON Schema sees only what goes into a
 * transformation: what it makes of it is told as `wire`, which replaces that in the OpenAPI document.
 */
export const queryInteger = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,16}$/, 'is a whole number')])
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .meta({ wire: { type: 'integer', minimum: min, maximum: max } })
export const queryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .pipe(z.boolean())

export const pageQuery = {
  pageNumber: queryInteger(1, maxPageNumber).default(1),
  pageSize: queryInteger(1, maxPageSize).default(defaultPageSize),
}

export const pagingSchema = z
  .strictObject({
    pageNumber: z.number().int().min(1).max(maxPageNumber).default(1),
    pageSize: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  })
  .meta({ id: 'Paging' })
export type Paging = z.infer<typeof pagingSchema>

export const directionSchema = z.enum(['asc', 'desc'])
export const sortingSchema = z
  .strictObject({ field: z.string().min(1).max(150), direction: directionSchema.default('desc') })
  .meta({ id: 'Sorting' })
export type Sorting = z.infer<typeof sortingSchema>

export const pageInfoSchema = z
  .object({
    pageNumber: z.number().int(),
    pageSize: z.number().int(),
    totalCount: z.number().int(),
    totalPages: z.number().int(),
    /** True where counting stopped at a cap: there are at least `totalCount`. */
    totalIsCapped: z.boolean().optional(),
  })
  .meta({ id: 'PageInfo' })

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), paging: pageInfoSchema })
export interface Page<T> {
  items: T[]
  paging: z.infer<typeof pageInfoSchema>
}
