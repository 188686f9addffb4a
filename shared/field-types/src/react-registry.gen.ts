// Made from the folders of the field types by `npm run task field-types`.
import type { FieldType } from '@pim/contract'
import type { FieldView } from './frame/field-view.ts'
import { binary } from './binary/view.ts'
import { boolean } from './boolean/view.ts'
import { color } from './color/view.ts'
import { concept, concepts } from './concept/view.ts'
import { date } from './date/view.ts'
import { dateTime } from './date-time/view.ts'
import { decimal } from './decimal/view.ts'
import { email } from './email/view.ts'
import { group } from './group/view.ts'
import { identifier } from './identifier/view.ts'
import { integer } from './integer/view.ts'
import { json } from './json/view.ts'
import { link, links } from './link/view.ts'
import { longText } from './long-text/view.ts'
import { measurement } from './measurement/view.ts'
import { media, medias } from './media/view.ts'
import { multiSelect } from './multi-select/view.ts'
import { price } from './price/view.ts'
import { richText } from './rich-text/view.ts'
import { select } from './select/view.ts'
import { slug } from './slug/view.ts'
import { table } from './table/view.ts'
import { text } from './text/view.ts'
import { url } from './url/view.ts'

const fieldViews = {
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

const byType: Readonly<Record<FieldType, FieldView>> = fieldViews

export const viewOf = (type: FieldType): FieldView => byType[type]
