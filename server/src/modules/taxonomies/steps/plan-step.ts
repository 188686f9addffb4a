import { createHash } from 'node:crypto'
import type { ConceptPlan, ConceptStep } from '@pim/contract'
import type { RawBuilder } from 'kysely'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ConceptContent } from '../access.ts'
import { conceptIdsBelow, countBelow, findConcept, heightOf, type StoredConcept } from '../concept.repository.ts'
import { pathBelow, requireDepth } from '../concept-change.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import { mergedWords } from './merged-words.ts'
import { findChildren, findTakenNames } from './moved-children.repository.ts'

/** What a step comes to, read under the locks of the caller. */
export interface PlannedStep {
  readonly concept: StoredConcept
  /** Who takes the assignments; undefined where they are taken away. */
  readonly target: StoredConcept | undefined
  /** Where the children move; undefined where they stay or go. */
  readonly childrenTo: { readonly parent: StoredConcept | undefined } | undefined
  /** The ids of the concepts whose assignments change, as a subquery. */
  readonly conceptIds: RawBuilder<unknown>
  readonly plan: ConceptPlan
}

/** Reads what a step would do. Throws NOT_FOUND, and CONCEPT_CYCLE where the target would go or is the concept itself. */
export async function planStep(
  trx: Transaction,
  content: ConceptContent,
  tenantId: string,
  { taxonomyId, conceptId }: { readonly taxonomyId: string; readonly conceptId: string },
  step: ConceptStep,
): Promise<PlannedStep> {
  const find = async (id: string): Promise<StoredConcept> => {
    const concept = await findConcept(trx, tenantId, taxonomyId, id)
    if (concept === undefined) throw new Problem('NOT_FOUND')
    return concept
  }
  const concept = await find(conceptId)
  const targetId = step.kind === 'delete' ? step.assignTo : step.conceptId
  const target = targetId === null ? undefined : await find(targetId)
  const parent = concept.parentConceptId === null ? undefined : await find(concept.parentConceptId)
  if (target !== undefined && isRefused(step, concept, target)) throw new Problem('CONCEPT_CYCLE')
  const childrenTo = newParentOf(step, parent, target)
  const children = childrenTo === undefined ? [] : await findChildren(trx, tenantId, taxonomyId, conceptId)
  if (childrenTo !== undefined && children.length > 0) {
    const height = (await heightOf(trx, tenantId, taxonomyId, concept.path)) - 1
    requireDepth(pathBelow(childrenTo.parent, conceptId), height)
  }
  const taken = await findTakenNames(trx, tenantId, taxonomyId, {
    parentConceptId: childrenTo?.parent?.conceptId ?? null,
    nameKeys: children.map(({ nameKey }) => nameKey),
    leaving: conceptId,
  })
  const goesWithAll = step.kind === 'delete' && step.children === 'delete'
  const conceptIds = goesWithAll
    ? conceptIdsBelow(tenantId, taxonomyId, concept.path)
    : conceptIdsBelow(tenantId, taxonomyId, concept.path, 1)
  const below = goesWithAll ? await countBelow(trx, tenantId, taxonomyId, concept.path) : 1
  const conceptCount = step.kind === 'reassign' ? 0 : below
  const users = await content.countUsers(trx, tenantId, conceptIds)
  const nameConflicts = children.filter(({ nameKey }) => taken.has(nameKey)).map(({ friendlyName }) => friendlyName)
  const { version, parentConceptId } = concept
  const seen = [step, version, parentConceptId, target?.version, conceptCount, children, nameConflicts, users]
  const fingerprint = createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
  const movedCount = children.length
  const lostWords =
    step.kind === 'merge' && target !== undefined
      ? mergedWords(concept, target, await defaultLanguageOf(trx, tenantId)).lost
      : []
  const plan = { conceptCount, movedCount, ...users, nameConflicts, lostWords, fingerprint }
  return { concept, target, childrenTo, conceptIds, plan }
}

function isRefused(step: ConceptStep, concept: StoredConcept, target: StoredConcept): boolean {
  if (target.conceptId === concept.conceptId) return true
  if (step.kind === 'reassign' || (step.kind === 'delete' && step.children === 'moveUp')) return false
  return target.path.subarray(0, concept.path.length).equals(concept.path)
}

function newParentOf(step: ConceptStep, parent: StoredConcept | undefined, target: StoredConcept | undefined) {
  if (step.kind === 'merge') return { parent: target }
  return step.kind === 'delete' && step.children === 'moveUp' ? { parent } : undefined
}
