import type { BatchConcept, BatchConceptResult, ConceptBatch, ConceptBatchResult } from '@pim/contract'
import { each } from '@pim/field-types/steps'
import type { Actor } from '../../core/caller.ts'
import { invalidPlace, Problem, partProblem } from '../../core/problem.ts'
import { inSlices, Slice } from '../../core/time-slices.ts'
import { newId } from '../../platform/database/new-id.ts'
import { withSavepoint } from '../../platform/database/savepoint.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  endPosition,
  findCodeOwners,
  findConcept,
  insertConcepts,
  isCodeTaken,
  isNameTaken,
  type StoredConcept,
  updateConcept,
} from './concept.repository.ts'
import { noteConcept, noteConcepts, pathBelow, requireDepth } from './concept-change.ts'
import { defaultLanguageOf } from './concept-languages.ts'
import { findConceptsAt, findEnds } from './concept-place.repository.ts'
import { changedWords, keepingName, noWords, withWords } from './concept-words.ts'
import { nameKeyOf, normalizeName } from './names.ts'
import { lock } from './taxonomies-service.ts'
import { changeConceptCount } from './taxonomy.repository.ts'

type Results = Map<number, BatchConceptResult>
type Asked = BatchConcept & { readonly index: number }

/** Undoes an atomic batch. */
class Undone extends Error {}

/** Creates and changes many concepts in one transaction; each is answered for itself. */
export async function changeConcepts(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  { concepts, atomic }: ConceptBatch,
): Promise<ConceptBatchResult> {
  await lock(trx, actor, taxonomyId)
  const language = await defaultLanguageOf(trx, actor.tenantId)
  const results: Results = new Map()
  const asked = concepts.map((concept, index) => ({ ...concept, index }))
  await withSavepoint(trx, async () => {
    for (const each of asked) {
      if (each.conceptId !== undefined)
        await answer(results, each.index, changeById(trx, actor, taxonomyId, each, language))
    }
    await placeAll(trx, actor, taxonomyId, asked, results, language)
    const hasFailed = [...results.values()].some(({ outcome }) => outcome === 'failed')
    if (atomic && hasFailed) throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
    for (const [index, { outcome }] of results) {
      if (outcome !== 'failed') results.set(index, failed(index, new Problem('BATCH_UNDONE')))
    }
  })
  return { results: asked.map(({ index }) => results.get(index) ?? failed(index, new Problem('INTERNAL'))) }
}

const failed = (index: number, problem: Problem): BatchConceptResult => ({
  index,
  outcome: 'failed',
  problem: partProblem(problem),
})

async function answer(
  results: Results,
  index: number,
  work: Promise<Omit<BatchConceptResult, 'index'>>,
): Promise<void> {
  try {
    results.set(index, { index, ...(await work) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    results.set(index, failed(index, error))
  }
}

async function changeById(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  { conceptId = '', friendlyName, description, ...words }: Asked,
  language: string,
): Promise<Omit<BatchConceptResult, 'index'>> {
  const before = await findConcept(trx, actor.tenantId, taxonomyId, conceptId)
  if (before === undefined) throw new Problem('NOT_FOUND')
  const named = {
    ...before,
    friendlyName: friendlyName === undefined ? before.friendlyName : normalizeName(friendlyName),
    description: description ?? before.description,
  }
  return change(trx, actor, taxonomyId, before, withWords(named, words, language))
}

async function change(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  before: StoredConcept,
  after: StoredConcept,
  codes?: CodeOwners,
): Promise<Omit<BatchConceptResult, 'index'>> {
  const { conceptId } = before
  const changed = changedWords(before, after)
  if (changed.length === 0) return { outcome: 'unchanged', conceptId }
  if (changed.includes('friendlyName') && (await isNameTaken(trx, actor.tenantId, taxonomyId, after)))
    throw nameTaken(after.friendlyName)
  if (codes !== undefined) takeCode(codes, after, before.code)
  else if (changed.includes('code')) await requireFreeCode(trx, actor.tenantId, taxonomyId, after)
  await updateConcept(trx, actor.tenantId, after)
  await noteConcept(trx, actor, 'change', after, { taxonomyId, changed })
  return { outcome: 'updated', conceptId }
}

const nameTaken = (name: string): Problem =>
  new Problem('NAME_CONFLICT', { message: `There is a concept “${name}” in that place already.` })

/** Whose each code is, as far as this batch asks for it, with what the batch has given away so far. */
type CodeOwners = Map<string, string>

function takeCode(owners: CodeOwners, { conceptId, code }: StoredConcept, before: string | null): void {
  if (code === before) return
  const owner = code === null ? undefined : owners.get(code)
  if (code !== null && owner !== undefined && owner !== conceptId) throw codeTaken(code)
  if (before !== null) owners.delete(before)
  if (code !== null) owners.set(code, conceptId)
}

const codeTaken = (code: string | null): Problem =>
  new Problem('NAME_CONFLICT', { message: `There is a concept with the code “${code}” already.` })

export async function requireFreeCode(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  concept: StoredConcept,
): Promise<void> {
  if (!(await isCodeTaken(trx, tenantId, taxonomyId, concept))) return
  throw codeTaken(concept.code)
}

/** The concepts that are named by their paths, parents first: those that are there are changed, the others made. */
async function placeAll(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  concepts: readonly Asked[],
  results: Results,
  language: string,
): Promise<void> {
  const placed = await inSlices(
    each(concepts, function* ({ path, ...concept }) {
      if (path === undefined) return []
      const keys: string[] = []
      for (const name of path) {
        keys.push(nameKeyOf(name))
        yield
      }
      return [{ ...concept, path, keys }]
    }),
  )
  const asked = placed.flat().sort((a, b) => a.path.length - b.path.length)
  const slice = new Slice()
  const there = await findPaths(
    trx,
    actor.tenantId,
    taxonomyId,
    asked.map(({ keys }) => keys),
  )
  const nextPosition = await positions(trx, actor.tenantId, taxonomyId, [...there.values()])
  const made: StoredConcept[] = []
  const seen = new Set<string>()
  const codes = await findCodeOwners(
    trx,
    actor.tenantId,
    taxonomyId,
    asked.flatMap(({ code }) => code ?? []),
  )
  for (const { index, path, keys, description, friendlyName: _same, conceptId: _none, ...words } of asked) {
    const place = placeKey(keys)
    const before = there.get(place)
    const work = async (): Promise<Omit<BatchConceptResult, 'index'>> => {
      if (seen.has(place)) {
        throw invalidPlace(
          `body.concepts[${index}]`,
          'DUPLICATE',
          'is the same concept as an earlier one of this batch',
        )
      }
      seen.add(place)
      if (before !== undefined) {
        const described = { ...before, description: description ?? before.description }
        const own = keepingName(words, before.friendlyName, language)
        return change(trx, actor, taxonomyId, before, withWords(described, own, language), codes)
      }
      const parent = there.get(placeKey(keys.slice(0, -1)))
      if (parent === undefined && keys.length > 1) {
        throw new Problem('NOT_FOUND', { message: `There is no concept ${path.slice(0, -1).join(' / ')}.` })
      }
      const conceptId = newId()
      const friendlyName = normalizeName(path.at(-1) ?? '')
      const placed: StoredConcept = {
        ...noWords,
        conceptId,
        friendlyName,
        description: description ?? '',
        parentConceptId: parent?.conceptId ?? null,
        position: 0,
        path: pathBelow(parent, conceptId),
        version: 1,
      }
      requireDepth(placed.path, 1)
      const worded = withWords(placed, keepingName(words, friendlyName, language), language)
      takeCode(codes, worded, null)
      // Last, so that what is refused leaves no gap.
      const concept = { ...worded, position: nextPosition(worded.parentConceptId) }
      there.set(place, concept)
      made.push(concept)
      return { outcome: 'created', conceptId }
    }
    await answer(results, index, work())
    if (slice.isOver) await slice.pause()
  }
  await insertConcepts(trx, actor.tenantId, taxonomyId, made)
  await changeConceptCount(trx, actor.tenantId, taxonomyId, made.length)
  await noteConcepts(trx, actor, 'create', made, { taxonomyId })
}

const placeKey = (keys: readonly string[]): string => JSON.stringify(keys)

/** The concepts on these paths, as far as there are any: level by level, because each needs the ids of the one above. */
async function findPaths(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  paths: readonly (readonly string[])[],
): Promise<Map<string, StoredConcept>> {
  const there = new Map<string, StoredConcept>()
  for (let level = 1; ; level += 1) {
    const wanted = new Map<string, { readonly parentConceptId: string | null; readonly nameKey: string }>()
    for (const path of paths) {
      const parent = there.get(placeKey(path.slice(0, level - 1)))
      const nameKey = path[level - 1]
      if (nameKey === undefined || (parent === undefined && level > 1)) continue
      wanted.set(placeKey(path.slice(0, level)), { parentConceptId: parent?.conceptId ?? null, nameKey })
    }
    if (wanted.size === 0) return there
    const found = await findConceptsAt(trx, tenantId, taxonomyId, [...wanted.values()])
    const byPlace = new Map(found.map((each) => [`${each.parentConceptId} ${each.nameKey}`, each]))
    for (const [place, { parentConceptId, nameKey }] of wanted) {
      const concept = byPlace.get(`${parentConceptId} ${nameKey}`)
      if (concept !== undefined) there.set(place, concept)
    }
  }
}

/** Counts positions on from the last child of each parent. */
async function positions(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  parents: readonly StoredConcept[],
): Promise<(parentConceptId: string | null) => number> {
  const [ends, top] = await Promise.all([
    findEnds(
      trx,
      tenantId,
      taxonomyId,
      parents.map(({ conceptId }) => conceptId),
    ),
    endPosition(trx, tenantId, taxonomyId, null),
  ])
  const next = new Map<string | null, number>([...ends, [null, top]])
  return (parentConceptId) => {
    const position = next.get(parentConceptId) ?? 0
    next.set(parentConceptId, position + 1)
    return position
  }
}
