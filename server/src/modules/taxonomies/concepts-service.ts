import type {
  Concept,
  ConceptBatch,
  ConceptBatchResult,
  ConceptChildren,
  ConceptLookup,
  ConceptMerge,
  ConceptMergeUndone,
  ConceptPlan,
  ConceptSearch,
  ConceptStep,
  ConceptWords,
  FoundConcept,
  PlacedConcept,
} from '@pim/contract'
import type { Actor } from '../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { endUse, longTransaction, requireTaxonomies, type TaxonomiesDependencies } from './access.ts'
import { changeConcepts, requireFreeCode } from './change-concepts.ts'
import {
  conceptIdsBelow,
  deleteSubtree,
  endPosition,
  findConcept,
  heightOf,
  insertConcepts,
  isNameTaken,
  movePaths,
  type StoredConcept,
  shiftPositions,
  updateConcept,
} from './concept.repository.ts'
import { noteConcept, pathBelow, requireDepth } from './concept-change.ts'
import { defaultLanguageOf, readingLanguages } from './concept-languages.ts'
import { changedWords, noWords, shownWithWords, withWords } from './concept-words.ts'
import { correctedConceptText } from './correct-concepts.ts'
import { findConceptsById, findConceptsByText } from './find-concepts.repository.ts'
import { normalizeName } from './names.ts'
import { findLeads } from './steps/lead.repository.ts'
import { findMergesInto } from './steps/merge.repository.ts'
import { planStep } from './steps/plan-step.ts'
import { takeStep } from './steps/take-step.ts'
import { undoMerge } from './steps/undo-merge.ts'
import { lock } from './taxonomies-service.ts'
import { changeConceptCount, findTaxonomy } from './taxonomy.repository.ts'
import { findChildrenFrom, findWithAncestors } from './tree-parts.repository.ts'

export interface NewConcept {
  readonly friendlyName: string
  readonly description: string
  readonly parentConceptId?: string | null | undefined
  readonly position?: number | undefined
}
export type ConceptChange = { readonly [Key in keyof NewConcept]?: NewConcept[Key] | undefined }

export interface ConceptPlace {
  readonly taxonomyId: string
  readonly conceptId: string
}

export type ConceptsService = ReturnType<typeof createConceptsService>

export function createConceptsService(deps: TaxonomiesDependencies) {
  const { database } = deps
  const get = (tenantId: string, taxonomyId: string, conceptId: string): Promise<Concept> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      const [concept, language] = await Promise.all([
        findConcept(trx, tenantId, taxonomyId, conceptId),
        defaultLanguageOf(trx, tenantId),
        requireTaxonomies(trx, tenantId),
      ])
      if (concept !== undefined) return shownWithWords(concept, language)
      const lead = (await findLeads(trx, tenantId, [conceptId])).get(conceptId)
      const standIn = lead === undefined ? undefined : await findConcept(trx, tenantId, taxonomyId, lead)
      return shownWithWords(found(standIn), language)
    })

  const search = (tenantId: string, { variationId, ...asked }: ConceptSearch): Promise<FoundConcept[]> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      const languages = await readingLanguages(trx, tenantId, variationId)
      const found = await findConceptsByText(trx, tenantId, languages, asked)
      if (found.length > 0) return found
      const shownFor = await correctedConceptText(trx, tenantId, asked)
      if (shownFor === undefined) return found
      const meant = await findConceptsByText(trx, tenantId, languages, { ...asked, text: shownFor })
      return meant.map((concept) => ({ ...concept, shownFor }))
    })

  const lookUp = (tenantId: string, { variationId, conceptIds }: ConceptLookup): Promise<FoundConcept[]> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      return findConceptsById(trx, tenantId, await readingLanguages(trx, tenantId, variationId), conceptIds)
    })

  const children = (
    tenantId: string,
    taxonomyId: string,
    {
      variationId,
      parentConceptId = null,
      ...page
    }: {
      readonly parentConceptId?: string | null | undefined
      readonly fromPosition: number
      readonly limit: number
      readonly variationId?: string | undefined
    },
  ): Promise<ConceptChildren> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      const languages = await readingLanguages(trx, tenantId, variationId)
      const read = await findChildrenFrom(trx, tenantId, languages, { taxonomyId, parentConceptId, ...page })
      // Nothing is read where there is nothing, and where what was asked for is unknown.
      if (read.childCount > 0) return read
      const isKnown =
        parentConceptId === null
          ? await findTaxonomy(trx, tenantId, taxonomyId)
          : await findConcept(trx, tenantId, taxonomyId, parentConceptId)
      if (isKnown === undefined) throw new Problem('NOT_FOUND')
      return read
    })

  const locate = (
    tenantId: string,
    taxonomyId: string,
    { variationId, conceptIds }: ConceptLookup,
  ): Promise<PlacedConcept[]> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      const languages = await readingLanguages(trx, tenantId, variationId)
      const located = await findWithAncestors(trx, tenantId, languages, taxonomyId, conceptIds)
      if (located.length > 0) return located
      if ((await findTaxonomy(trx, tenantId, taxonomyId)) === undefined) throw new Problem('NOT_FOUND')
      return located
    })

  /** Changes the words of a concept in all languages; where nothing differs, nothing is written. */
  const changeWords = (
    actor: Actor,
    { taxonomyId, conceptId }: ConceptPlace,
    words: ConceptWords,
    ifMatch?: IfMatch,
  ): Promise<Concept> =>
    database.inTenant(actor.tenantId, async (trx) => {
      const { tenantId } = actor
      await lock(trx, actor, taxonomyId)
      const before = found(await findConcept(trx, tenantId, taxonomyId, conceptId))
      requireMatch(ifMatch, before.version)
      const language = await defaultLanguageOf(trx, tenantId)
      const after = withWords(before, words, language)
      const changed = changedWords(before, after)
      if (changed.length === 0) return shownWithWords(before, language)
      if (changed.includes('friendlyName')) await requireFreeName(trx, tenantId, taxonomyId, after)
      if (changed.includes('code')) await requireFreeCode(trx, tenantId, taxonomyId, after)
      await updateConcept(trx, tenantId, after)
      await noteConcept(trx, actor, 'change', after, { taxonomyId, changed })
      return shownWithWords({ ...after, version: before.version + 1 }, language)
    })

  const create = (actor: Actor, taxonomyId: string, request: NewConcept): Promise<Concept> =>
    database.inTenant(actor.tenantId, (trx) => createConcept(trx, actor, taxonomyId, request), { once: actor.once })

  const change = (
    actor: Actor,
    { taxonomyId, conceptId }: ConceptPlace,
    request: ConceptChange,
    ifMatch?: IfMatch,
  ): Promise<Concept> =>
    database.inTenant(
      actor.tenantId,
      async (trx) => {
        const { tenantId } = actor
        await lock(trx, actor, taxonomyId)
        const before = found(await findConcept(trx, tenantId, taxonomyId, conceptId))
        requireMatch(ifMatch, before.version)
        const described = {
          ...before,
          friendlyName: request.friendlyName === undefined ? before.friendlyName : normalizeName(request.friendlyName),
          description: request.description ?? before.description,
        }
        const after = await moved(trx, tenantId, taxonomyId, described, request)
        await requireFreeName(trx, tenantId, taxonomyId, after)
        await updateConcept(trx, tenantId, after)
        await noteConcept(trx, actor, 'change', after, { taxonomyId, changed: Object.keys(request) })
        return shown({ ...after, version: before.version + 1 })
      },
      longTransaction,
    )

  const remove = (
    actor: Actor,
    { taxonomyId, conceptId }: ConceptPlace,
    detach: boolean,
    ifMatch?: IfMatch,
  ): Promise<void> =>
    database.inTenant(
      actor.tenantId,
      async (trx) => {
        const { tenantId } = actor
        await lock(trx, actor, taxonomyId)
        const concept = found(await findConcept(trx, tenantId, taxonomyId, conceptId))
        requireMatch(ifMatch, concept.version)
        const conceptIds = conceptIdsBelow(tenantId, taxonomyId, concept.path)
        const users = await endUse(deps, trx, tenantId, taxonomyId, { conceptIds, detach })
        const gone = await deleteSubtree(trx, tenantId, taxonomyId, concept.path)
        await shiftPositions(trx, tenantId, taxonomyId, concept.parentConceptId, concept.position + 1, -1)
        await changeConceptCount(trx, tenantId, taxonomyId, -gone.length)
        await noteConcept(trx, actor, 'delete', concept, { taxonomyId, concepts: gone.length, detach })
        const ended = new Map(gone.map((each) => [each.conceptId, null]))
        if (detach) await deps.content.detach(trx, actor, ended, users)
      },
      longTransaction,
    )

  const batch = (actor: Actor, taxonomyId: string, request: ConceptBatch): Promise<ConceptBatchResult> =>
    database.inTenant(actor.tenantId, (trx) => changeConcepts(trx, actor, taxonomyId, request), {
      ...longTransaction,
      once: actor.once,
    })

  const plan = (tenantId: string, place: ConceptPlace, step: ConceptStep): Promise<ConceptPlan> =>
    database.inTenantReadOnly(
      tenantId,
      async (trx) => {
        await requireTaxonomies(trx, tenantId)
        return (await planStep(trx, deps.content, tenantId, place, step)).plan
      },
      longTransaction,
    )

  const take = (
    actor: Actor,
    place: ConceptPlace,
    asked: { readonly step: ConceptStep; readonly fingerprint: string },
  ): Promise<void> =>
    database.inTenant(actor.tenantId, (trx) => takeStep(deps, trx, actor, place, asked), longTransaction)

  const merges = (tenantId: string, { taxonomyId, conceptId }: ConceptPlace): Promise<ConceptMerge[]> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      found(await findConcept(trx, tenantId, taxonomyId, conceptId))
      return findMergesInto(trx, tenantId, conceptId)
    })

  const unmerge = (actor: Actor, place: ConceptPlace): Promise<ConceptMergeUndone> =>
    database.inTenant(actor.tenantId, (trx) => undoMerge(deps, trx, actor, place), longTransaction)

  return {
    ...{ get, search, lookUp, children, locate, create, change, changeWords, batch, remove, plan, take },
    ...{ merges, unmerge },
  }
}

async function createConcept(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  request: NewConcept,
): Promise<Concept> {
  const { tenantId } = actor
  await lock(trx, actor, taxonomyId)
  const parent = await parentOf(trx, tenantId, taxonomyId, request.parentConceptId ?? null)
  const conceptId = newId()
  const wanted: StoredConcept = {
    ...noWords,
    conceptId,
    friendlyName: normalizeName(request.friendlyName),
    description: request.description,
    parentConceptId: parent?.conceptId ?? null,
    position: await makeRoom(trx, tenantId, taxonomyId, parent, request.position),
    path: pathBelow(parent, conceptId),
    version: 1,
  }
  requireDepth(wanted.path, 1)
  await requireFreeName(trx, tenantId, taxonomyId, wanted)
  await Promise.all([
    insertConcepts(trx, tenantId, taxonomyId, [wanted]),
    changeConceptCount(trx, tenantId, taxonomyId, 1),
    noteConcept(trx, actor, 'create', wanted, { taxonomyId }),
  ])
  return shown(wanted)
}

/** Moves a concept with its subtree and shifts the siblings at both places; returns it with its new place. */
async function moved(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  concept: StoredConcept,
  { parentConceptId, position }: ConceptChange,
): Promise<StoredConcept> {
  const staysBelow = parentConceptId === undefined || parentConceptId === concept.parentConceptId
  if (staysBelow && (position === undefined || position === concept.position)) return concept
  const parent = await parentOf(trx, tenantId, taxonomyId, staysBelow ? concept.parentConceptId : parentConceptId)
  if (parent?.path.subarray(0, concept.path.length).equals(concept.path)) throw new Problem('CONCEPT_CYCLE')
  const path = pathBelow(parent, concept.conceptId)
  if (!staysBelow) requireDepth(path, await heightOf(trx, tenantId, taxonomyId, concept.path))
  await shiftPositions(trx, tenantId, taxonomyId, concept.parentConceptId, concept.position + 1, -1)
  const end = await endPosition(trx, tenantId, taxonomyId, parent?.conceptId ?? null, concept.conceptId)
  const at = Math.min(position ?? end, end)
  await shiftPositions(trx, tenantId, taxonomyId, parent?.conceptId ?? null, at, 1)
  if (!staysBelow) await movePaths(trx, tenantId, taxonomyId, concept.path, path)
  return { ...concept, parentConceptId: parent?.conceptId ?? null, position: at, path }
}

async function parentOf(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parentConceptId: string | null,
): Promise<StoredConcept | undefined> {
  if (parentConceptId === null) return undefined
  return found(await findConcept(trx, tenantId, taxonomyId, parentConceptId))
}

/** The position for a new concept, with the siblings after it shifted. A position beyond the end becomes the end. */
async function makeRoom(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parent: StoredConcept | undefined,
  position: number | undefined,
): Promise<number> {
  const parentConceptId = parent?.conceptId ?? null
  const end = await endPosition(trx, tenantId, taxonomyId, parentConceptId)
  const at = Math.min(position ?? end, end)
  if (at < end) await shiftPositions(trx, tenantId, taxonomyId, parentConceptId, at, 1)
  return at
}

async function requireFreeName(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  concept: StoredConcept,
): Promise<void> {
  if (!(await isNameTaken(trx, tenantId, taxonomyId, concept))) return
  throw new Problem('NAME_CONFLICT', { message: `There is a concept “${concept.friendlyName}” in that place already.` })
}

function found(concept: StoredConcept | undefined): StoredConcept {
  if (concept === undefined) throw new Problem('NOT_FOUND')
  return concept
}

/** As it stands in a tree: without the words of other languages. */
const shown = ({
  path: _path,
  code: _code,
  names: _names,
  descriptions: _descriptions,
  synonyms: _synonyms,
  ...concept
}: StoredConcept): Concept => concept
