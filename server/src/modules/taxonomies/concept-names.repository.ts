import { type RawBuilder, sql } from 'kysely'
import type { ReadingLanguages } from './concept-languages.ts'

/** The name of `concept` in these languages, and the language that it is in; null where it is the default one. */
export function namedIn({ tags }: ReadingLanguages): {
  name: RawBuilder<string | null>
  tag: RawBuilder<string | null>
} {
  if (tags.length === 0) return { name: sql`null::text`, tag: sql`null::text` }
  const cases = (what: (tag: string) => RawBuilder<unknown>) =>
    sql<string | null>`case ${sql.join(
      tags.map((tag) => sql`when concept.names ? ${tag}::text then ${what(tag)}`),
      sql` `,
    )} end`
  return { name: cases((tag) => sql`concept.names ->> ${tag}::text`), tag: cases((tag) => sql`${tag}::text`) }
}
