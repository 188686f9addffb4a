import { conceptNameSchema, maxConceptLevels } from '@pim/contract/taxonomies/schemas.ts'
import type { Actor } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import { derivedId, newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { lockForEnd, type TaxonomiesDependencies } from './access.ts'
import {
  conceptIdsBelow,
  countBelow,
  deleteSubtree,
  endPosition,
  findConcept,
  findTaxonomyIds,
  insertConcepts,
  type StoredConcept,
  shiftPositions,
  theseConcepts,
} from './concept.repository.ts'
import { noteConcepts, pathBelow, requireDepth } from './concept-change.ts'
import { findConceptsByPath } from './concept-path.repository.ts'
import { findConceptsAt } from './concept-place.repository.ts'
import { noWords } from './concept-words.ts'
import { nameKeyOf, normalizeName } from './names.ts'
import { lock } from './taxonomies-service.ts'
import { changeConceptCount } from './taxonomy.repository.ts'

/** A concept that is to be made; those above it come before it, or are there. */
export interface PlannedConcept {
  readonly conceptId: string
  readonly taxonomyId: string
  readonly parentConceptId: string | null
  readonly friendlyName: string
}

/** A name of a concept that is not there, with those above it in front, between `>`; and where it is to be made. */
export interface AskedConcept {
  readonly text: string
  readonly taxonomyId: string
  /** Undefined: along the path of the text, from the top. */
  readonly parentConceptId: string | undefined
}

/**
 * The concepts that have to be made so that each of these texts names one, by text: those above it and itself, as far as they are not there.
 * None where a name is no name of a concept. Ids follow from the places: two callers that plan the same concept plan it with one id.
 */
export async function planConcepts(
  trx: Transaction,
  tenantId: string,
  asked: readonly AskedConcept[],
): Promise<ReadonlyMap<string, readonly PlannedConcept[]>> {
  const parsed = asked.flatMap(({ text, ...place }) => {
    const names = text.split('>').map(normalizeName)
    const isPath = names.length <= maxConceptLevels && names.every((name) => conceptNameSchema.safeParse(name).success)
    return isPath ? [{ text, names, ...place }] : []
  })
  const tops = await findTops(trx, tenantId, parsed)
  const planned = parsed.map(({ text, names, taxonomyId, parentConceptId }) => {
    const top = tops(names, taxonomyId, parentConceptId)
    let parent = top.conceptId
    const chain = names.slice(top.length).map((friendlyName): PlannedConcept => {
      const conceptId = derivedId(`${tenantId} ${taxonomyId} ${parent} ${nameKeyOf(friendlyName)}`)
      const concept = { conceptId, taxonomyId, parentConceptId: parent, friendlyName }
      parent = conceptId
      return concept
    })
    return [text, chain] as const
  })
  return withFreeIds(trx, tenantId, new Map(planned))
}

type Parsed = Omit<AskedConcept, 'text'> & { readonly names: readonly string[] }

/** By path: how many of its names are there, from its beginning, and the last of these. Names in any language count. */
async function findTops(trx: Transaction, tenantId: string, parsed: readonly Parsed[]) {
  const beginnings = parsed.flatMap(({ names, parentConceptId }) =>
    parentConceptId === undefined ? names.slice(0, -1).map((_, at) => names.slice(0, at + 1).join('>')) : [],
  )
  const there = await findConceptsByPath(trx, tenantId, [...new Set(beginnings)])
  return (names: readonly string[], taxonomyId: string, parentConceptId: string | undefined) => {
    if (parentConceptId !== undefined) return { length: 0, conceptId: parentConceptId }
    for (let length = names.length - 1; length > 0; length -= 1) {
      const found = there.get(names.slice(0, length).join('>')) ?? []
      const [whole] = found.filter((each) => each.isWhole && each.taxonomyId === taxonomyId)
      if (whole !== undefined) return { length, conceptId: whole.conceptId }
    }
    return { length: 0, conceptId: null }
  }
}

/** A concept with the id of such a place may have been moved or renamed since. */
async function withFreeIds(
  trx: Transaction,
  tenantId: string,
  planned: ReadonlyMap<string, readonly PlannedConcept[]>,
): Promise<ReadonlyMap<string, readonly PlannedConcept[]>> {
  const ids = [...new Set([...planned.values()].flatMap((chain) => chain.map(({ conceptId }) => conceptId)))]
  const taken = await findTaxonomyIds(trx, tenantId, ids)
  if (taken.size === 0) return planned
  const others = new Map([...taken.keys()].map((conceptId) => [conceptId, newId()]))
  const other = (conceptId: string | null) => (conceptId === null ? null : (others.get(conceptId) ?? conceptId))
  return new Map(
    [...planned].map(([text, chain]) => [
      text,
      chain.map((each) => ({
        ...each,
        conceptId: other(each.conceptId) ?? each.conceptId,
        parentConceptId: other(each.parentConceptId),
      })),
    ]),
  )
}

export interface AddedConcepts {
  /** Those that were made here. */
  readonly made: readonly PlannedConcept[]
  /** Where somebody has made a concept of this name in this place meanwhile: its id, by the one that was planned. */
  readonly others: ReadonlyMap<string, string>
}

/** Makes these concepts of one taxonomy, parents first; what is there in the meantime stays as it is. Throws NOT_FOUND where a parent is gone. */
export async function addConcepts(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  planned: readonly PlannedConcept[],
): Promise<AddedConcepts> {
  const { tenantId } = actor
  await lock(trx, actor, taxonomyId)
  const made: PlannedConcept[] = []
  const others = new Map<string, string>()
  for (const plan of planned) {
    const parentConceptId =
      plan.parentConceptId === null ? null : (others.get(plan.parentConceptId) ?? plan.parentConceptId)
    const place = { parentConceptId, nameKey: nameKeyOf(plan.friendlyName) }
    const [there] = await findConceptsAt(trx, tenantId, taxonomyId, [place])
    // Defence 389, without: if (there === null) {
    if (there !== undefined) {
      if (there.conceptId !== plan.conceptId) others.set(plan.conceptId, there.conceptId)
      continue
    }
    const isTaken = (await findTaxonomyIds(trx, tenantId, [plan.conceptId])).size > 0
    const conceptId = isTaken ? newId() : plan.conceptId
    if (isTaken) others.set(plan.conceptId, conceptId)
    const parent = parentConceptId === null ? undefined : await findConcept(trx, tenantId, taxonomyId, parentConceptId)
    if (parentConceptId !== null && parent === undefined)
      throw new Problem('NOT_FOUND', { message: `The concept above “${plan.friendlyName}” is not there.` })
    const concept: StoredConcept = {
      ...noWords,
      conceptId,
      friendlyName: plan.friendlyName,
      description: '',
      parentConceptId,
      position: await endPosition(trx, tenantId, taxonomyId, parentConceptId),
      path: pathBelow(parent, conceptId),
      version: 1,
    }
    requireDepth(concept.path, 1)
    await insertConcepts(trx, tenantId, taxonomyId, [concept])
    made.push({ ...plan, conceptId, parentConceptId })
  }
  await changeConceptCount(trx, tenantId, taxonomyId, made.length)
  await noteConcepts(trx, actor, 'create', made, { taxonomyId })
  return { made, others }
}

/**
 * Deletes those of these concepts of one taxonomy, deepest first, that nothing uses: no item that is not deleted carries one or is live with
 * one, and none is below it. Deleted items lose them. Answers the names of those that stay.
 */
export async function removeUnused(
  { content }: Pick<TaxonomiesDependencies, 'content'>,
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  made: readonly PlannedConcept[],
): Promise<{ readonly removed: number; readonly kept: readonly string[] }> {
  const { tenantId } = actor
  await lock(trx, actor, taxonomyId)
  const ids = theseConcepts(made.map(({ conceptId }) => conceptId))
  const users = await lockForEnd({ content }, trx, tenantId, taxonomyId, ids)
  const removed = new Map<string, null>()
  const kept: string[] = []
  for (const { conceptId, friendlyName } of made.toReversed()) {
    const concept = await findConcept(trx, tenantId, taxonomyId, conceptId)
    if (concept === undefined) continue
    const below = await countBelow(trx, tenantId, taxonomyId, concept.path)
    const use = await content.countUsers(trx, tenantId, conceptIdsBelow(tenantId, taxonomyId, concept.path))
    if (below > 1 || use.itemCount + use.liveItemCount > 0) {
      kept.push(friendlyName)
      continue
    }
    await deleteSubtree(trx, tenantId, taxonomyId, concept.path)
    await shiftPositions(trx, tenantId, taxonomyId, concept.parentConceptId, concept.position + 1, -1)
    await noteConcepts(trx, actor, 'delete', [concept], { taxonomyId })
    removed.set(conceptId, null)
  }
  await changeConceptCount(trx, tenantId, taxonomyId, -removed.size)
  if (removed.size > 0) await content.detach(trx, actor, removed, users)
  return { removed: removed.size, kept: kept.toReversed() }
}
