import type { ConceptStep } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockForEnd, type TaxonomiesDependencies } from '../access.ts'
import { deleteSubtree, endPosition, type StoredConcept, shiftPositions, updateConcept } from '../concept.repository.ts'
import { noteConcept } from '../concept-change.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import { lock } from '../taxonomies-service.ts'
import { changeConceptCount } from '../taxonomy.repository.ts'
import { insertLeads, redirectLeads } from './lead.repository.ts'
import { type KeptMerge, keepMerge } from './merge.repository.ts'
import { mergedWords } from './merged-words.ts'
import { findChildren, moveChildren } from './moved-children.repository.ts'
import { type PlannedStep, planStep } from './plan-step.ts'

/** Takes a step, if it still does what the plan said. Items that carry the concept follow: see `ConceptContent`. */
export async function takeStep(
  deps: TaxonomiesDependencies,
  trx: Transaction,
  actor: Actor,
  place: { readonly taxonomyId: string; readonly conceptId: string },
  { step, fingerprint }: { readonly step: ConceptStep; readonly fingerprint: string },
): Promise<void> {
  const { tenantId } = actor
  const { taxonomyId, conceptId } = place
  const { content } = deps
  await lock(trx, actor, taxonomyId)
  const planned = await planStep(trx, content, tenantId, place, step)
  const { concept, target, conceptIds, plan } = planned
  if (plan.fingerprint !== fingerprint) throw new Problem('PLAN_OUTDATED')
  if (plan.nameConflicts.length > 0) {
    throw new Problem('NAME_CONFLICT', {
      message: `There is a concept “${plan.nameConflicts[0]}” in that place already.`,
    })
  }
  const locked = await lockForEnd(deps, trx, tenantId, taxonomyId, conceptIds)
  // Until the lock somebody could assign the concept to one more item, of which the person was told nothing.
  const users = await content.countUsers(trx, tenantId, conceptIds)
  if (users.itemCount !== plan.itemCount || users.liveItemCount !== plan.liveItemCount)
    throw new Problem('PLAN_OUTDATED')
  const { conceptCount, movedCount, itemCount } = plan
  const to = target?.conceptId ?? null
  const details = { taxonomyId, to, concepts: conceptCount, children: movedCount, items: itemCount }
  if (step.kind === 'reassign') {
    await noteConcept(trx, actor, 'reassign', concept, details)
    if (to !== null) await content.reassign(trx, actor, conceptId, to, locked)
    return
  }
  const leads = to === null ? [] : await redirectLeads(trx, tenantId, conceptIds, to)
  // Before the concept ends: the row is written with its position, which changes where the target is a later sibling.
  if (step.kind === 'merge' && target !== undefined) {
    const synonyms = await takeNames(trx, tenantId, concept, target)
    const { conceptId: _id, path: _path, version: _version, ...before } = concept
    const children = (await findChildren(trx, tenantId, taxonomyId, conceptId)).map((child) => child.conceptId)
    const mergedInto = target.conceptId
    await keepMerge(trx, tenantId, { conceptId, taxonomyId, mergedInto, before, children, leads, synonyms })
  }
  const gone = await endConcept(trx, tenantId, taxonomyId, planned)
  if (target !== undefined) await insertLeads(trx, tenantId, taxonomyId, gone, target.conceptId)
  await noteConcept(trx, actor, step.kind, concept, details)
  await content.detach(trx, actor, new Map(gone.map((each) => [each.conceptId, to])), locked)
}

/** Moves the children and deletes the concept, with all below it where they stay there; answers what is gone. */
async function endConcept(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  { concept, childrenTo, plan }: PlannedStep,
): Promise<readonly { readonly conceptId: string; readonly code: string | null }[]> {
  const { movedCount } = plan
  const isMovedUp = childrenTo !== undefined && childrenTo.parent?.conceptId === (concept.parentConceptId ?? undefined)
  if (childrenTo !== undefined && movedCount > 0) {
    const parentConceptId = childrenTo.parent?.conceptId ?? null
    // Up: in its place among its siblings. Elsewhere: after the children that are there.
    if (isMovedUp) await shiftPositions(trx, tenantId, taxonomyId, parentConceptId, concept.position + 1, movedCount)
    const end = isMovedUp ? concept.position + 1 : await endPosition(trx, tenantId, taxonomyId, parentConceptId)
    const abovePath = childrenTo.parent?.path ?? Buffer.alloc(0)
    await moveChildren(trx, tenantId, taxonomyId, concept, { parentConceptId, abovePath, position: end })
  }
  const gone = await deleteSubtree(trx, tenantId, taxonomyId, concept.path)
  await shiftPositions(trx, tenantId, taxonomyId, concept.parentConceptId, concept.position + 1, -1)
  await changeConceptCount(trx, tenantId, taxonomyId, -gone.length)
  return gone
}

/**
 * People still look for the name of a concept that was merged into another one, so that one takes it as a synonym. Answers those that
 * it did not have.
 */
async function takeNames(
  trx: Transaction,
  tenantId: string,
  concept: StoredConcept,
  target: StoredConcept,
): Promise<KeptMerge['synonyms']> {
  const { synonyms } = mergedWords(concept, target, await defaultLanguageOf(trx, tenantId))
  await updateConcept(trx, tenantId, { ...target, synonyms })
  return Object.fromEntries(
    Object.entries(synonyms).map(([tag, list]) => [tag, list.filter((word) => !target.synonyms[tag]?.includes(word))]),
  )
}
