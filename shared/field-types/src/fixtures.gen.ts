// Made from the folders of the field types by `npm run task field-types`.
import type { FieldType } from '@pim/contract'
import type { FieldTypeFixtures } from './core/field-type-fixtures.ts'
import { binary } from './binary/fixtures.ts'
import { boolean } from './boolean/fixtures.ts'
import { color } from './color/fixtures.ts'
import { concept, concepts } from './concept/fixtures.ts'
import { date } from './date/fixtures.ts'
import { dateTime } from './date-time/fixtures.ts'
import { decimal } from './decimal/fixtures.ts'
import { email } from './email/fixtures.ts'
import { group } from './group/fixtures.ts'
import { identifier } from './identifier/fixtures.ts'
import { integer } from './integer/fixtures.ts'
import { json } from './json/fixtures.ts'
import { link, links } from './link/fixtures.ts'
import { longText } from './long-text/fixtures.ts'
import { measurement } from './measurement/fixtures.ts'
import { media, medias } from './media/fixtures.ts'
import { multiSelect } from './multi-select/fixtures.ts'
import { price } from './price/fixtures.ts'
import { richText } from './rich-text/fixtures.ts'
import { select } from './select/fixtures.ts'
import { slug } from './slug/fixtures.ts'
import { table } from './table/fixtures.ts'
import { text } from './text/fixtures.ts'
import { url } from './url/fixtures.ts'

export { type FieldTypeFixtures, fixtureIds } from './core/field-type-fixtures.ts'

/** The cases of each room, as plain JSON. */
export const fixtures = {
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
} satisfies Record<FieldType, FieldTypeFixtures>
