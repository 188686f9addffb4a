import pg from 'pg'
import { searchLinesOf } from '../src/modules/taxonomies/concept-words.ts'
import { nameKeyOf } from '../src/modules/taxonomies/names.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { idOf } from './random.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Twenty roots, twenty concepts below each, and all others below those: as wide as real taxonomies. */
const [roots, perRoot] = [20, 20]
const firstTwoLevels = roots + roots * perRoot

/** Numbers that no bench tenant uses for its ids. */
const [taxonomyNumber, firstConcept] = [900_000, 900_000_000]

export interface LargeTaxonomy {
  readonly taxonomyId: string
  readonly friendlyName: string
  readonly conceptCount: number
}

/**
 * Inserts a taxonomy with many concepts directly into the database of a data folder, while its server is not running.
 * Through the API each concept is a transaction, and a hundred thousand of them take minutes.
 */
export async function insertLargeTaxonomy(
  dataFolder: string,
  tenant: string,
  conceptCount: number,
): Promise<LargeTaxonomy> {
  const database = await startEmbeddedDatabase({ dataFolder })
  const client = new pg.Client({ ...database.superuser })
  try {
    await client.connect()
    return await plantLargeTaxonomy(client, tenant, conceptCount)
  } finally {
    await client.end().catch(() => {})
    await database.stop()
  }
}

/** The same by a connection of a superuser. Each concept has a code, and names in ten languages. */
export async function plantLargeTaxonomy(
  client: pg.Client,
  tenant: string,
  conceptCount: number,
): Promise<LargeTaxonomy> {
  const taxonomyId = idOf(8, taxonomyNumber)
  const friendlyName = 'Everything there is'
  const { rows } = await client.query<{ id: string }>('select tenant_id as id from tenant where external_id = $1', [
    tenant,
  ])
  const tenantId = rows[0]?.id
  await client.query(
    `insert into taxonomy (tenant_id, taxonomy_id, friendly_name, name_key, concept_count, created_by, modified_by)
      values ($1, $2, $3, $4, $5, 'bench', 'bench')`,
    [tenantId, taxonomyId, friendlyName, nameKeyOf(friendlyName), conceptCount],
  )
  for (let from = 0; from < conceptCount; from += conceptsAtOnce) {
    const concepts = Array.from({ length: Math.min(conceptsAtOnce, conceptCount - from) }, (_, at) =>
      conceptOf(from + at),
    )
    const each = <T>(value: (concept: (typeof concepts)[number]) => T): T[] => concepts.map(value)
    await client.query(
      `insert into concept
        (tenant_id, concept_id, taxonomy_id, parent_concept_id, friendly_name, name_key, position, path, code, names, search_lines)
        select $1, id, $2, parent, name, key, position, path, code, names, lines
        from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::bytea[], $9::text[], $10::jsonb[], $11::text[])
          as row (id, parent, name, key, position, path, code, names, lines)`,
      [
        tenantId,
        taxonomyId,
        each(({ conceptId }) => conceptId),
        each(({ parentId }) => parentId),
        each(({ friendlyName: name }) => name),
        each(({ friendlyName: name }) => nameKeyOf(name)),
        each(({ at }) => at),
        each(({ path }) => path),
        each(({ code }) => code),
        each(({ names }) => JSON.stringify(names)),
        each((concept) => searchLinesOf({ ...concept, synonyms: {} })),
      ],
    )
  }
  await client.query('vacuum (analyze) concept')
  return { taxonomyId, friendlyName, conceptCount }
}

/** Concepts of one statement. */
const conceptsAtOnce = 10_000

export const conceptIdOf = (at: number): string => idOf(6, firstConcept + at)

function conceptOf(at: number) {
  const way: number[] = []
  for (let each: number | undefined = at; each !== undefined; each = parentOf(each)) way.unshift(each)
  const parent = parentOf(at)
  return {
    at,
    conceptId: conceptIdOf(at),
    parentId: parent === undefined ? null : conceptIdOf(parent),
    path: Buffer.concat(way.map((each) => Buffer.from(conceptIdOf(each).replaceAll('-', ''), 'hex'))),
    code: `C-${at}`,
    friendlyName: nameOf(at),
    names: Object.fromEntries(
      otherLanguages.map(([tag, like], shift) => [
        tag,
        `${wordAt(like.adjectives, at + shift)} ${wordAt(like.nouns, Math.floor(at / 7) + shift)} ${at}`,
      ]),
    ),
  }
}

function parentOf(at: number): number | undefined {
  if (at < roots) return undefined
  return at < firstTwoLevels ? at % roots : roots + (at % (firstTwoLevels - roots))
}

const { adjectives, nouns } = vocabularyOf('en')
/** Nine beside the default language, in words of two real ones. */
const otherLanguages = ['sv-SE', 'de-DE', 'da-DK', 'nb-NO', 'fi-FI', 'nl-NL', 'fr-FR', 'es-ES', 'it-IT'].map(
  (tag, at) => [tag, vocabularyOf(at % 2 === 0 ? 'sv' : 'de')] as const,
)
const wordAt = (words: readonly string[], at: number): string => words[at % words.length] ?? ''

/** Two words and a number: names are unique, and each word is in many of them. */
const nameOf = (at: number): string => `${wordAt(adjectives, at)} ${wordAt(nouns, Math.floor(at / 7))} ${at}`
