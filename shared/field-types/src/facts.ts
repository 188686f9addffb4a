import type { Field } from '@pim/contract'
import { factsOf } from './facts.gen.ts'

export type { FieldTypeFacts } from './core/field-type-facts.ts'
export { factsOf } from './facts.gen.ts'

/** The field that holds the file, of a media type. */
export const fileFieldOf = ({ fields }: { readonly fields: readonly Field[] }): Field | undefined =>
  fields.find(({ type }) => factsOf(type).isFile)
