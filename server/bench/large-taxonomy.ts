import pg from 'pg'
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
  const taxonomyId = idOf(8, taxonomyNumber)
  const friendlyName = 'Everything there is'
  const concepts = Array.from({ length: conceptCount }, (_, at) => ({ at, name: nameOf(at), parent: parentOf(at) }))
  const database = await startEmbeddedDatabase({ dataFolder })
  const client = new pg.Client({ ...database.superuser })
  try {
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select tenant_id as id from tenant where external_id = $1', [
      tenant,
    ])
    const tenantId = rows[0]?.id
    await client.query(
      `insert into taxonomy (tenant_id, taxonomy_id, friendly_name, name_key, concept_count, created_by, modified_by)
        values ($1, $2, $3, $4, $5, 'bench', 'bench')`,
      [tenantId, taxonomyId, friendlyName, nameKeyOf(friendlyName), conceptCount],
    )
    await client.query(
      `with recursive
        row as (select * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[])
          as row (id, parent, name, key, position)),
        tree as (
          select row.*, uuid_send(id) as path from row where parent is null
          union all
          select row.*, tree.path || uuid_send(row.id) from row join tree on row.parent = tree.id)
        insert into concept
          (tenant_id, concept_id, taxonomy_id, parent_concept_id, friendly_name, name_key, position, path)
          select $1, id, $2, parent, name, key, position, path from tree`,
      [
        tenantId,
        taxonomyId,
        concepts.map(({ at }) => idOf(6, firstConcept + at)),
        concepts.map(({ parent }) => (parent === undefined ? null : idOf(6, firstConcept + parent))),
        concepts.map(({ name }) => name),
        concepts.map(({ name }) => nameKeyOf(name)),
        concepts.map(({ at }) => at),
      ],
    )
    await client.query('vacuum (analyze) concept')
  } finally {
    await client.end().catch(() => {})
    await database.stop()
  }
  return { taxonomyId, friendlyName, conceptCount }
}

function parentOf(at: number): number | undefined {
  if (at < roots) return undefined
  return at < firstTwoLevels ? at % roots : roots + (at % (firstTwoLevels - roots))
}

const { adjectives, nouns } = vocabularyOf('en')
const wordAt = (words: readonly string[], at: number): string => words[at % words.length] ?? ''

/** Two words and a number: names are unique, and each word is in many of them. */
const nameOf = (at: number): string => `${wordAt(adjectives, at)} ${wordAt(nouns, Math.floor(at / 7))} ${at}`
