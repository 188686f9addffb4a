import type { Actor } from '../../core/actor.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

import { insertConcepts, type StoredConcept } from './concept.repository.ts'
import { pathBelow } from './concepts-service.ts'
import { normalizeName } from './names.ts'
import { createTaxonomy, type NewTaxonomy } from './taxonomies-service.ts'
import { changeConceptCount } from './taxonomy.repository.ts'

export interface Branch {
  readonly name: string
  readonly description?: string
  readonly below?: readonly Branch[]
}

/**
 * A new taxonomy with a whole tree of concepts, written at once. Throws NAME_CONFLICT where there is one of that name.
 */
export async function plantTree(
  trx: Transaction,
  actor: Actor,
  taxonomy: NewTaxonomy,
  branches: readonly Branch[],
): Promise<void> {
  const { taxonomyId } = await createTaxonomy(trx, actor, taxonomy)
  const concepts = grown(branches, undefined)
  await insertConcepts(trx, actor.tenantId, taxonomyId, concepts)
  await changeConceptCount(trx, actor.tenantId, taxonomyId, concepts.length)
}

/** Parents before children: each needs the path of the one above. */
const grown = (branches: readonly Branch[], parent: StoredConcept | undefined): StoredConcept[] =>
  branches.flatMap(({ name, description = '', below = [] }, position) => {
    const conceptId = newId()
    const concept: StoredConcept = {
      conceptId,
      friendlyName: normalizeName(name),
      description,
      parentConceptId: parent?.conceptId ?? null,
      position,
      path: pathBelow(parent, conceptId),
    }
    return [concept, ...grown(below, concept)]
  })
