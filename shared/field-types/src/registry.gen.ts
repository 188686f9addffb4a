// Made from the folders of the field types by `npm run task field-types`.
import type { FieldType } from '@pim/contract'
import type { FieldTypeModel } from './core/field-type-model.ts'
import { binary } from './binary/model.ts'
import { boolean } from './boolean/model.ts'
import { color } from './color/model.ts'
import { concept, concepts } from './concept/model.ts'
import { date } from './date/model.ts'
import { dateTime } from './date-time/model.ts'
import { decimal } from './decimal/model.ts'
import { email } from './email/model.ts'
import { group } from './group/model.ts'
import { identifier } from './identifier/model.ts'
import { integer } from './integer/model.ts'
import { json } from './json/model.ts'
import { link, links } from './link/model.ts'
import { longText } from './long-text/model.ts'
import { measurement } from './measurement/model.ts'
import { media, medias } from './media/model.ts'
import { multiSelect } from './multi-select/model.ts'
import { price } from './price/model.ts'
import { richText } from './rich-text/model.ts'
import { select } from './select/model.ts'
import { slug } from './slug/model.ts'
import { table } from './table/model.ts'
import { text } from './text/model.ts'
import { url } from './url/model.ts'

export const fieldTypeModels = {
  text,
  longText,
  richText,
  identifier,
  slug,
  integer,
  decimal,
  price,
  measurement,
  boolean,
  date,
  dateTime,
  select,
  multiSelect,
  concept,
  concepts,
  link,
  links,
  media,
  medias,
  binary,
  url,
  email,
  color,
  table,
  group,
  json,
} satisfies Record<FieldType, unknown>

const byType: Readonly<Record<FieldType, FieldTypeModel>> = fieldTypeModels

export const roomOf = (type: FieldType): FieldTypeModel => byType[type]
