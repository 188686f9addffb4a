import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { CodedConcept } from './concept-code.repository.ts'
import { indexedForm } from './concept-parts.repository.ts'
import { foldedWords } from './concept-words.ts'
import { nameKeyOf } from './names.ts'

interface NamedConcept {
  readonly conceptId: string
  readonly taxonomyId: string
  readonly friendlyName: string
  readonly names: Readonly<Record<string, string>>
  readonly path: Buffer
}

/** A concept that a path names: the whole of it, or a part that begins further down. */
export interface ConceptOfPath extends CodedConcept {
  readonly isWhole: boolean
}

/** How many concepts of one name are looked at. */
const mostOfName = 100

/**
 * The concepts that texts such as "Clothing > Shoes > Boots" name, by text: a name, with those of some or all concepts
 * above in front of it, each in any language, without regard to case and accents.
 */
export async function findConceptsByPath(
  trx: Transaction,
  tenantId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly ConceptOfPath[]>> {
  const asked = new Map(texts.map((text) => [text, text.split('>').map(foldedWords)]))
  const lastNames = [...new Set(texts.map((text) => text.split('>').at(-1)?.trim() ?? ''))].filter(
    (name) => name !== '',
  )
  if (lastNames.length === 0) return new Map()
  const { rows: called } = await sql<NamedConcept>`
    select c.concept_id as "conceptId", c.taxonomy_id as "taxonomyId", c.friendly_name as "friendlyName", c.names, c.path
    from (
      select found.concept_id from unnest(${lastNames.map(nameKeyOf)}::text[]) as last (name)
      cross join lateral (select concept_id from concept
        where tenant_id = ${tenantId} and name_key = last.name limit ${mostOfName}) found
      union
      select id from unnest(${lastNames.map((name) => indexedForm(`\n${foldedWords(name)}\n`))}::text[]) as line (text),
        concepts_with_parts(${tenantId}, null, array[line.text], ${mostOfName}) id
    ) found
    cross join lateral (select * from concept where tenant_id = ${tenantId} and concept_id = found.concept_id offset 0) c`.execute(
    trx,
  )
  const above = await findNames(trx, tenantId, [...new Set(called.flatMap(({ path }) => idsOf(path).slice(0, -1)))])
  return new Map(
    [...asked].map(([text, parts]) => [text, called.flatMap((concept) => matchOf(concept, parts, above) ?? [])]),
  )
}

type Names = ReadonlySet<string>

function matchOf(
  concept: NamedConcept,
  parts: readonly string[],
  above: ReadonlyMap<string, Names>,
): ConceptOfPath | undefined {
  const levels = [
    ...idsOf(concept.path)
      .slice(0, -1)
      .map((id) => above.get(id)),
    namesOf(concept),
  ]
  if (parts.length > levels.length) return undefined
  const isNamed = parts.every((part, at) => levels[levels.length - parts.length + at]?.has(part) === true)
  const { conceptId, taxonomyId } = concept
  return isNamed ? { conceptId, taxonomyId, isWhole: parts.length === levels.length } : undefined
}

const namesOf = ({ friendlyName, names }: Pick<NamedConcept, 'friendlyName' | 'names'>): Names =>
  new Set([friendlyName, ...Object.values(names)].map(foldedWords))

async function findNames(trx: Transaction, tenantId: string, conceptIds: readonly string[]) {
  if (conceptIds.length === 0) return new Map<string, Names>()
  const { rows } = await sql<Pick<NamedConcept, 'conceptId' | 'friendlyName' | 'names'>>`
    select concept_id as "conceptId", friendly_name as "friendlyName", names from concept
    where tenant_id = ${tenantId} and concept_id = any(${[...conceptIds]}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.conceptId, namesOf(row)]))
}

/** A path is the ids of the concepts from the top down to the concept itself, sixteen bytes each. */
const idsOf = (path: Buffer): string[] =>
  Array.from({ length: path.length / 16 }, (_, at) => {
    const digits = path.subarray(at * 16, at * 16 + 16).toString('hex')
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
