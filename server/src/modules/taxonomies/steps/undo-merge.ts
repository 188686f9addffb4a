import type { ConceptMergeUndone } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { TaxonomiesDependencies } from '../access.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import type { ConceptBefore, StoredConcept } from '../concept-words.ts'
import { findAllConcepts } from '../files/concept-file.repository.ts'
import { closeGaps } from '../files/concept-import.repository.ts'
import type { ConceptRow } from '../files/concept-row.ts'
import { planImport } from '../files/plan-import.ts'
import { writeImport } from '../files/write-import.ts'
import { nameKeyOf } from '../names.ts'
import { lock } from '../taxonomies-service.ts'
import { takeLeadsBack } from './lead.repository.ts'
import { findMerge, markMergeUndone } from './merge.repository.ts'

/**
 * Takes a merge back: the concept is there again under its old id, with its words, and its children that are still below the other
 * one; that one loses the synonyms that it took. It is written as a file with these rows would be, so that a name, a code or a
 * place that is taken meanwhile is found. Items follow: see `ConceptContent`. Throws NOT_FOUND where there is no such merge, or the
 * other concept has gone since, and NAME_CONFLICT.
 */
export async function undoMerge(
  { content }: Pick<TaxonomiesDependencies, 'content'>,
  trx: Transaction,
  actor: Actor,
  { taxonomyId, conceptId }: { readonly taxonomyId: string; readonly conceptId: string },
): Promise<ConceptMergeUndone> {
  const { tenantId } = actor
  await lock(trx, actor, taxonomyId)
  const merge = await findMerge(trx, tenantId, taxonomyId, conceptId)
  if (merge === undefined) throw new Problem('NOT_FOUND')
  const concepts = await findAllConcepts(trx, tenantId, taxonomyId)
  const now = new Map(concepts.map((each) => [each.conceptId, each]))
  const target = now.get(merge.mergedInto)
  if (target === undefined || now.has(conceptId)) throw new Problem('NOT_FOUND')
  const defaultLanguage = await defaultLanguageOf(trx, tenantId)
  const children = merge.children.filter((id) => now.get(id)?.parentConceptId === target.conceptId)
  const place = placeOf(merge.before, children, now)
  const { code } = merge.before
  const isTaken = (each: StoredConcept) =>
    isTwin(each, { ...merge.before, parentConceptId: place }) || (code !== null && each.code === code)
  if (concepts.some(isTaken)) throw new Problem('NAME_CONFLICT')
  const rows: ConceptRow[] = [
    {
      ...rowOf(1, conceptId),
      code: merge.before.code,
      parent: place,
      position: merge.before.position,
      names: { ...merge.before.names, [defaultLanguage]: merge.before.friendlyName },
      descriptions: { ...merge.before.descriptions, [defaultLanguage]: merge.before.description },
      synonyms: listsOf(merge.before.synonyms),
    },
    { ...rowOf(2, target.conceptId), synonyms: listsOf(withoutTaken(target.synonyms, merge.synonyms)) },
    ...children.map((id, at) => ({ ...rowOf(at + 3, id), parent: conceptId, position: at })),
  ]
  const known = { concepts, leads: new Map(), defaultLanguage, newId: () => conceptId }
  const planned = await inSlices(planImport(rows, known))
  const wrong = planned.rows.flatMap(({ problems }) => problems)[0]
  if (wrong !== undefined) throw new Problem('NAME_CONFLICT', { message: wrong.message })
  await writeImport(trx, actor, taxonomyId, planned, 'undone')
  await takeLeadsBack(trx, tenantId, conceptId, { from: target.conceptId, leads: merge.leads })
  await closeGaps(trx, tenantId, taxonomyId)
  await markMergeUndone(trx, tenantId, conceptId)
  const items = await content.restore(trx, actor, conceptId)
  return { childCount: children.length, childrenLeftCount: merge.children.length - children.length, ...items }
}

const rowOf = (row: number, id: string): ConceptRow => ({
  row,
  id,
  code: undefined,
  parent: undefined,
  position: undefined,
  names: {},
  descriptions: {},
  synonyms: {},
  problems: [],
})

const isTwin = (
  one: Pick<StoredConcept, 'parentConceptId' | 'friendlyName'>,
  other: Pick<StoredConcept, 'parentConceptId' | 'friendlyName'>,
): boolean =>
  one.parentConceptId === other.parentConceptId && nameKeyOf(one.friendlyName) === nameKeyOf(other.friendlyName)

/** The former parent; the top, where that is gone or has come below one of its children. */
function placeOf(
  { parentConceptId }: ConceptBefore,
  children: readonly string[],
  now: ReadonlyMap<string, StoredConcept>,
): string | null {
  const comeBack = new Set(children)
  for (let at = parentConceptId; at !== null; at = now.get(at)?.parentConceptId ?? null)
    if (!now.has(at) || comeBack.has(at)) return null
  return parentConceptId
}

const listsOf = (synonyms: StoredConcept['synonyms']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(synonyms).map(([tag, list]) => [tag, [...list]]))

const withoutTaken = (synonyms: StoredConcept['synonyms'], taken: StoredConcept['synonyms']) =>
  Object.fromEntries(
    Object.entries(synonyms).map(([tag, list]) => [tag, list.filter((word) => !taken[tag]?.includes(word))]),
  )
