import type { FieldType } from '@pim/contract'
import { boolean } from './boolean/model.ts'
import { concept, concepts } from './concept/model.ts'
import type { FieldTypeModel } from './core/field-type-model.ts'
import { integer } from './integer/model.ts'
import { link, links } from './link/model.ts'
import { media, medias } from './media/model.ts'
import { multiSelect } from './multi-select/model.ts'
import { select } from './select/model.ts'
import { text } from './text/model.ts'

/** One line per field type: this, its folder and its line in `react-registry.ts` are all there is to it. */
export const fieldTypeModels = {
  text,
  integer,
  boolean,
  select,
  multiSelect,
  concept,
  concepts,
  link,
  links,
  media,
  medias,
} satisfies Partial<Record<FieldType, unknown>>

const rooms: Partial<Record<FieldType, FieldTypeModel>> = fieldTypeModels

export const roomOf = (type: FieldType): FieldTypeModel => {
  const room = rooms[type]
  if (room === undefined) throw new Error(`There is no field type ${type}.`)
  return room
}
