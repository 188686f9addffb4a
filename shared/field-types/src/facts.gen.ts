// Made from the folders of the field types by `npm run task field-types`.
import type { FieldType } from '@pim/contract'
import type { FieldTypeFacts } from './core/field-type-facts.ts'
import { binary } from './binary/facts.ts'
import { boolean } from './boolean/facts.ts'
import { color } from './color/facts.ts'
import { concept, concepts } from './concept/facts.ts'
import { date } from './date/facts.ts'
import { dateTime } from './date-time/facts.ts'
import { decimal } from './decimal/facts.ts'
import { email } from './email/facts.ts'
import { group } from './group/facts.ts'
import { identifier } from './identifier/facts.ts'
import { integer } from './integer/facts.ts'
import { json } from './json/facts.ts'
import { link, links } from './link/facts.ts'
import { longText } from './long-text/facts.ts'
import { measurement } from './measurement/facts.ts'
import { media, medias } from './media/facts.ts'
import { multiSelect } from './multi-select/facts.ts'
import { price } from './price/facts.ts'
import { richText } from './rich-text/facts.ts'
import { select } from './select/facts.ts'
import { slug } from './slug/facts.ts'
import { table } from './table/facts.ts'
import { text } from './text/facts.ts'
import { url } from './url/facts.ts'

const facts = {
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

const byType: Readonly<Record<FieldType, FieldTypeFacts>> = facts

export const factsOf = (type: FieldType): FieldTypeFacts => byType[type]
