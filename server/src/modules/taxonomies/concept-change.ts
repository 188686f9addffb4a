import type { Concept } from '@pim/contract'
import { maxConceptLevels } from '@pim/contract/taxonomies/schemas.ts'
import type { Actor } from '../../core/caller.ts'
import { invalidPlace } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import { bytesPerLevel, type StoredConcept } from './concept.repository.ts'

export const pathBelow = (parent: StoredConcept | undefined, conceptId: string): Buffer =>
  Buffer.concat([parent?.path ?? Buffer.alloc(0), Buffer.from(conceptId.replaceAll('-', ''), 'hex')])

/** A path has to fit into an index entry. */
export function requireDepth(path: Buffer, height: number): void {
  if (path.length / bytesPerLevel + height - 1 <= maxConceptLevels) return
  throw invalidPlace('query.parentConceptId', 'TOO_DEEP', `would be more than ${maxConceptLevels} levels deep`)
}

export const noteConcept = (
  trx: Transaction,
  actor: Actor,
  verb: string,
  concept: Pick<Concept, 'conceptId' | 'friendlyName'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => noteConcepts(trx, actor, verb, [concept], details)

export const noteConcepts = (
  trx: Transaction,
  { tenantId, userId }: Actor,
  verb: string,
  concepts: readonly Pick<Concept, 'conceptId' | 'friendlyName'>[],
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordChanges(
    trx,
    tenantId,
    concepts.map(({ conceptId, friendlyName }) => ({
      userId,
      action: `concept.${verb}`,
      entityKind: 'concept',
      entityId: conceptId,
      details: { ...details, friendlyName },
    })),
  )
