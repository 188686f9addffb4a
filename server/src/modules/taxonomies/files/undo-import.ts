import type { ConceptImportUndone, ConceptLeftAlone } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type ConceptContent, lockForEnd, type TaxonomiesDependencies } from '../access.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import type { ConceptBefore, StoredConcept } from '../concept-words.ts'
import { lock } from '../taxonomies-service.ts'
import { changeConceptCount } from '../taxonomy.repository.ts'
import { findAllConcepts, releaseNames } from './concept-file.repository.ts'
import {
  closeGaps,
  deleteConcepts,
  findImportedConcepts,
  findLastImport,
  forgetImport,
  idsOf,
} from './concept-import.repository.ts'
import type { ConceptRow } from './concept-row.ts'
import { type PlannedImport, planImport } from './plan-import.ts'
import { noteConcepts, writeImport } from './write-import.ts'

/** Concepts that are named in the answer; the others are counted. */
const mostNamed = 100

/**
 * Takes the last import into a taxonomy back: concepts that it changed get their words and places of before, and those that it
 * made are deleted. One that somebody has changed since, that content carries, or that others stand in the way of, stays as it is.
 */
export async function undoImport(
  deps: Pick<TaxonomiesDependencies, 'content'>,
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  importId: string,
): Promise<ConceptImportUndone> {
  const { tenantId } = actor
  await lock(trx, actor, taxonomyId)
  if ((await findLastImport(trx, tenantId, taxonomyId))?.importId !== importId) throw new Problem('NOT_FOUND')
  const imported = await findImportedConcepts(trx, tenantId, taxonomyId)
  const now = new Map((await findAllConcepts(trx, tenantId, taxonomyId)).map((each) => [each.conceptId, each]))
  const left = new Map<string, ConceptLeftAlone['reason']>()
  const made = new Set<string>()
  const before = new Map<string, ConceptBefore>()
  for (const concept of imported) {
    const known = now.get(concept.conceptId)
    if (known?.version !== concept.version) {
      // What it made and somebody deleted is as it was before.
      if (known !== undefined || concept.before !== null) left.set(concept.conceptId, known ? 'changed' : 'gone')
    } else if (concept.before === null) made.add(concept.conceptId)
    else before.set(concept.conceptId, concept.before)
  }
  await lockForEnd(deps, trx, tenantId, taxonomyId, idsOf([...made]))
  for (const id of await usedOf(deps.content, trx, tenantId, [...made])) leave(id, 'inUse')
  const planned = await planBack()
  if (made.size > 0) await releaseNames(trx, tenantId, [...made])
  await writeImport(trx, actor, taxonomyId, planned, 'undone')
  // Only now: what stands below one of them would go with it.
  await deleteConcepts(trx, tenantId, taxonomyId, [...made])
  await closeGaps(trx, tenantId, taxonomyId)
  await changeConceptCount(trx, tenantId, taxonomyId, -made.size)
  await noteConcepts(
    trx,
    actor,
    taxonomyId,
    'concept.delete',
    [...made].flatMap((id) => now.get(id) ?? []),
    'undone',
  )
  await forgetImport(trx, tenantId, taxonomyId)
  const named = [...left].slice(0, mostNamed).map(([conceptId, reason]) => ({
    conceptId,
    name:
      now.get(conceptId)?.friendlyName ??
      imported.find((each) => each.conceptId === conceptId)?.before?.friendlyName ??
      '',
    reason,
  }))
  return { restoredCount: before.size, deletedCount: made.size, left: named, leftCount: left.size }

  function leave(id: string, reason: ConceptLeftAlone['reason']): void {
    made.delete(id)
    before.delete(id)
    left.set(id, reason)
  }

  /** What is written without any problem; leaves alone what is in the way, until nothing is. */
  async function planBack(): Promise<PlannedImport> {
    const defaultLanguage = await defaultLanguageOf(trx, tenantId)
    for (;;) {
      const remaining = [...now.values()].filter(({ conceptId }) => !made.has(conceptId))
      const ids = [...before.keys()]
      const rows = [...before].map(([id, was], at) => rowOf(at, id, was, now.get(id), defaultLanguage))
      const planned = await inSlices(planImport(rows, { concepts: remaining, leads: new Map(), defaultLanguage, newId }))
      const wrong = planned.rows.flatMap(({ problems }, at) => (problems.length > 0 ? [ids[at] ?? ''] : []))
      for (const id of wrong) leave(id, 'conflict')
      if (wrong.length > 0) continue
      const places = new Map(planned.changed.map(({ after }) => [after.conceptId, after.parentConceptId]))
      const held = remaining.flatMap(({ conceptId, parentConceptId }) => {
        const parent = places.has(conceptId) ? places.get(conceptId) : parentConceptId
        return parent != null && made.has(parent) ? [parent] : []
      })
      for (const id of held) leave(id, 'hasChildren')
      if (held.length === 0) return planned
    }
  }
}

/** A concept as it was, as a row of a file that says all of it: a language that it had no words in loses them. */
function rowOf(
  row: number,
  id: string,
  was: ConceptBefore,
  now: StoredConcept | undefined,
  defaultLanguage: string,
): ConceptRow {
  const emptied = <T>(words: Readonly<Record<string, unknown>> | undefined, none: T): Record<string, T> =>
    Object.fromEntries(Object.keys(words ?? {}).map((tag) => [tag, none]))
  const synonyms = Object.entries(was.synonyms).map(([tag, list]): [string, string[]] => [tag, [...list]])
  return {
    row,
    id,
    code: was.code,
    parent: was.parentConceptId,
    position: was.position,
    names: { ...emptied(now?.names, ''), ...was.names, [defaultLanguage]: was.friendlyName },
    descriptions: { ...emptied(now?.descriptions, ''), ...was.descriptions, [defaultLanguage]: was.description },
    synonyms: { ...emptied<string[]>(now?.synonyms, []), ...Object.fromEntries(synonyms) },
    problems: [],
  }
}

/** Which of these concepts content carries: they are counted together first, and in halves where there is any. */
async function usedOf(
  content: ConceptContent,
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<string[]> {
  if (conceptIds.length === 0) return []
  if ((await content.users(trx, tenantId, idsOf(conceptIds), 1)).length === 0) return []
  if (conceptIds.length === 1) return [...conceptIds]
  const middle = conceptIds.length >> 1
  const first = await usedOf(content, trx, tenantId, conceptIds.slice(0, middle))
  return [...first, ...(await usedOf(content, trx, tenantId, conceptIds.slice(middle)))]
}
