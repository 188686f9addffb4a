import type { ConceptChildren, PlacedConcept } from '@pim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ReadingLanguages } from './concept-languages.ts'
import { namedIn } from './concept-names.repository.ts'

/** Each query is read off `concept_siblings`: a page costs what it holds, however many siblings there are. */
interface Row extends Omit<PlacedConcept, 'name' | 'nameLanguage'> {
  readonly name: string | null
  readonly nameLanguage: string | null
}

/** Concepts below one, or at the top, in their order: those from a position on. Positions of siblings have no gaps. */
export async function findChildrenFrom(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  asked: {
    readonly taxonomyId: string
    readonly parentConceptId: string | null
    readonly fromPosition: number
    readonly limit: number
  },
): Promise<ConceptChildren> {
  const { taxonomyId, parentConceptId, fromPosition, limit } = asked
  const below =
    parentConceptId === null
      ? sql`concept.parent_concept_id is null`
      : sql`concept.parent_concept_id = ${parentConceptId}`
  const [page, last] = await Promise.all([
    sql<Row>`
      select ${columns(tenantId, languages)} from concept
      where concept.tenant_id = ${tenantId} and concept.taxonomy_id = ${taxonomyId} and ${below}
        and concept.position >= ${fromPosition}
      order by concept.position limit ${limit}`.execute(trx),
    sql<{ position: number }>`
      select concept.position from concept
      where concept.tenant_id = ${tenantId} and concept.taxonomy_id = ${taxonomyId} and ${below}
      order by concept.position desc limit 1`.execute(trx),
  ])
  return { childCount: (last.rows[0]?.position ?? -1) + 1, concepts: page.rows.map(placed) }
}

/** These concepts and all above them, parents before children; in the place of one that is gone, the one that it leads to. */
export async function findWithAncestors(
  trx: Transaction,
  tenantId: string,
  languages: ReadingLanguages,
  taxonomyId: string,
  conceptIds: readonly string[],
): Promise<PlacedConcept[]> {
  const { rows: ways } = await sql<{ path: Buffer }>`
    select concept.path from concept
    where concept.tenant_id = ${tenantId} and concept.taxonomy_id = ${taxonomyId}
      and (concept.concept_id = any(${[...conceptIds]}::uuid[]) or concept.concept_id in (
        select leads_to from concept_lead
        where concept_lead.tenant_id = ${tenantId} and concept_lead.concept_id = any(${[...conceptIds]}::uuid[])))`.execute(
    trx,
  )
  const ids = new Set(ways.flatMap(({ path }) => idsOnPath(path)))
  if (ids.size === 0) return []
  const { rows } = await sql<Row>`
    select ${columns(tenantId, languages)} from concept
    where concept.tenant_id = ${tenantId} and concept.taxonomy_id = ${taxonomyId}
      and concept.concept_id = any(${[...ids]}::uuid[])
    order by length(concept.path), concept.position`.execute(trx)
  return rows.map(placed)
}

/** The position of the last child says how many there are: that is one look into the index, where a count reads them all. */
const columns = (tenantId: string, languages: ReadingLanguages): RawBuilder<unknown> => {
  const { name, tag } = namedIn(languages)
  return sql`
    concept.concept_id as "conceptId", concept.friendly_name as "friendlyName", concept.description,
    concept.parent_concept_id as "parentConceptId", concept.position, concept.version,
    ${name} as name, ${tag} as "nameLanguage",
    coalesce((
      select child.position + 1 from concept child
      where child.tenant_id = ${tenantId} and child.parent_concept_id = concept.concept_id
        and child.taxonomy_id = concept.taxonomy_id
      order by child.position desc limit 1), 0) as "childCount"`
}

const placed = ({ name, nameLanguage, ...concept }: Row): PlacedConcept =>
  name === null || nameLanguage === null ? concept : { ...concept, name, nameLanguage }

/** From the top to the concept itself. */
function idsOnPath(path: Buffer): string[] {
  const digits = path.toString('hex')
  return (digits.match(/.{32}/g) ?? []).map((id) => id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'))
}
