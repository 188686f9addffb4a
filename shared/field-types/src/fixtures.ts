import { boolean } from './boolean/fixtures.ts'
import { concept, concepts } from './concept/fixtures.ts'
import type { FieldTypeFixtures } from './core/field-type-fixtures.ts'
import { integer } from './integer/fixtures.ts'
import { link, links } from './link/fixtures.ts'
import { media, medias } from './media/fixtures.ts'
import { multiSelect } from './multi-select/fixtures.ts'
import { select } from './select/fixtures.ts'
import { text } from './text/fixtures.ts'

export { type FieldTypeFixtures, fixtureIds } from './core/field-type-fixtures.ts'

/** Every room's cases, as plain JSON. */
export const fixtures = {
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
} satisfies Record<string, FieldTypeFixtures>
