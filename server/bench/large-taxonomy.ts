/// <reference path="../src/platform/backup/pg-copy-streams.d.ts" />

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inOneGo } from '@pim/field-types/steps'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { searchLinesInSteps } from '../src/modules/taxonomies/concept-words.ts'
import { nameKeyOf } from '../src/modules/taxonomies/names.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { encoded } from './copy-streams.ts'
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
  // Without the checks of foreign keys, one for each row and key.
  await client.query('set session_replication_role = replica')
  await pipeline(
    Readable.from(linesOf({ tenant_id: tenantId, taxonomy_id: taxonomyId }, conceptCount)),
    client.query(copyFrom(`copy concept (${columns.join(', ')}) from stdin`)),
  )
  // The index is made at the end, as a restore does: row by row it takes three times as long.
  const index = await client.query<{ definition: string }>(
    `select pg_get_indexdef('concept_search_lines'::regclass) as definition`,
  )
  await client.query('drop index concept_search_lines')
  await client.query(
    `insert into concept_search (tenant_id, concept_id, taxonomy_id, lines)
      select tenant_id, concept_id, taxonomy_id, E'\\n' || search_lines || concept_search_forms(search_lines) || E'\\n'
      from concept where taxonomy_id = $1`,
    [taxonomyId],
  )
  await client.query(index.rows[0]?.definition ?? '')
  await client.query('set session_replication_role = default')
  await client.query('vacuum (analyze) concept')
  await client.query('vacuum (analyze) concept_search')
  return { taxonomyId, friendlyName, conceptCount }
}

const columns = [
  'tenant_id',
  'taxonomy_id',
  'concept_id',
  'parent_concept_id',
  'friendly_name',
  'name_key',
  'position',
  'path',
  'code',
  'names',
  'search_lines',
]

/** Rows for COPY, some hundred at a time. */
function* linesOf(same: Readonly<Record<string, unknown>>, conceptCount: number): Generator<string> {
  let text = ''
  for (let at = 0; at < conceptCount; at++) {
    const row: Readonly<Record<string, unknown>> = { ...same, ...conceptOf(at) }
    text += `${columns.map((column) => encoded(row[column])).join('\t')}\n`
    if (at % 500 === 499 || at === conceptCount - 1) {
      yield text
      text = ''
    }
  }
}

export const conceptIdOf = (at: number): string => idOf(6, firstConcept + at)
export const conceptCodeOf = (at: number): string => `C-${at}`

function conceptOf(at: number) {
  const way: string[] = []
  for (let each: number | undefined = at; each !== undefined; each = parentOf(each)) way.unshift(conceptIdOf(each))
  const [code, friendlyName] = [conceptCodeOf(at), conceptNameOf(at)]
  const names = Object.fromEntries(
    otherLanguages.map(([tag, like], shift) => [
      tag,
      `${wordAt(like.adjectives, at + shift)} ${wordAt(like.nouns, Math.floor(at / 7) + shift)} ${rareWordAt(at, shift)}`,
    ]),
  )
  return {
    concept_id: way.at(-1),
    parent_concept_id: way.at(-2),
    friendly_name: friendlyName,
    name_key: nameKeyOf(friendlyName),
    position: placeOf(at),
    path: `\\x${way.join('').replaceAll('-', '')}`,
    code,
    names,
    search_lines: inOneGo(searchLinesInSteps({ friendlyName, code, names, synonyms: {} })),
  }
}

function parentOf(at: number): number | undefined {
  if (at < roots) return undefined
  return at < firstTwoLevels ? at % roots : roots + (at % (firstTwoLevels - roots))
}

/** The place among its siblings, without a gap. */
function placeOf(at: number): number {
  if (at < roots) return at
  return at < firstTwoLevels
    ? Math.floor((at - roots) / roots)
    : Math.floor((at - firstTwoLevels) / (firstTwoLevels - roots))
}

const { adjectives, nouns, rare } = vocabularyOf('en')
const wordAt = (words: readonly string[], at: number): string => words[at % words.length] ?? ''

/** No two children of a parent have the same one, nor the same in another language. */
const rareWordAt = (at: number, shift: number): string =>
  wordAt(rare, Math.floor(at / 400) + (at % 400) * 13 + shift * 501)

/** Two words and a number: names are unique, and each word is in many of them. */
export const conceptNameOf = (at: number): string =>
  `${wordAt(adjectives, at)} ${wordAt(nouns, Math.floor(at / 7))} ${at}`

/** Nine beside the default language: two with real words, the others with made-up ones of their own. */
const otherLanguages = [
  ...(['sv-SE', 'de-DE'] as const).map((tag) => [tag, vocabularyOf(tag === 'sv-SE' ? 'sv' : 'de')] as const),
  ...['da-DK', 'nb-NO', 'fi-FI', 'nl-NL', 'fr-FR', 'es-ES', 'it-IT'].map((tag, at) => {
    const own = rare.slice(at * 60, at * 60 + 60)
    return [tag, { adjectives: own.slice(0, 30), nouns: own.slice(30) }] as const
  }),
]
