import type { Steps } from '@pim/field-types/steps'
import type { StoredConcept } from '../concept-words.ts'
import type { ConceptRow } from './concept-row.ts'

interface Placed {
  readonly row: ConceptRow
  readonly after: StoredConcept | undefined
}

/**
 * The positions of all concepts whose siblings change or are put in another order. A row with a position stands there; the
 * others keep their order around it, and what is new or comes from elsewhere stands behind them. Positions beyond the end are
 * the end, so that a file may number its rows 10, 20, 30.
 */
export function* orderSiblings(
  rows: readonly Placed[],
  before: readonly StoredConcept[],
  after: ReadonlyMap<string, StoredConcept>,
): Steps<ReadonlyMap<string, number>> {
  const wanted = new Map<string, number>()
  for (const { row, after: concept } of rows)
    if (concept !== undefined && row.position !== undefined) wanted.set(concept.conceptId, row.position)
  const positionBefore = new Map(before.map(({ conceptId, position }) => [conceptId, position]))
  const parentBefore = new Map(before.map(({ conceptId, parentConceptId }) => [conceptId, parentConceptId]))
  const siblingsBefore = Map.groupBy(before, ({ parentConceptId }) => parentConceptId)
  const positions = new Map<string, number>()
  for (const [parent, siblings] of Map.groupBy(after.values(), ({ parentConceptId }) => parentConceptId)) {
    yield
    const was = idsOf((siblingsBefore.get(parent) ?? []).toSorted((a, b) => a.position - b.position))
    const stays = ({ conceptId }: StoredConcept) => parentBefore.get(conceptId) === parent
    const others = siblings.filter(({ conceptId }) => !wanted.has(conceptId)).toSorted((a, b) => rankOf(a) - rankOf(b))
    const asked = siblings
      .filter(({ conceptId }) => wanted.has(conceptId))
      .toSorted((a, b) => (wanted.get(a.conceptId) ?? 0) - (wanted.get(b.conceptId) ?? 0))
    const ordered = idsOf(woven(others, asked, ({ conceptId }) => wanted.get(conceptId) ?? 0))
    if (ordered.length === was.length && ordered.every((id, at) => id === was[at])) continue
    for (const [position, id] of ordered.entries()) positions.set(id, position)

    /** Those that were there in their order, then the others. */
    function rankOf(concept: StoredConcept): number {
      return stays(concept) ? (positionBefore.get(concept.conceptId) ?? 0) : Number.MAX_SAFE_INTEGER
    }
  }
  return positions
}

const idsOf = (concepts: readonly StoredConcept[]): string[] => concepts.map(({ conceptId }) => conceptId)

function woven<T>(others: readonly T[], asked: readonly T[], positionOf: (each: T) => number): T[] {
  const ordered: T[] = []
  let next = 0
  for (const each of asked) {
    while (ordered.length < positionOf(each) && next < others.length) ordered.push(...others.slice(next, ++next))
    ordered.push(each)
  }
  return [...ordered, ...others.slice(next)]
}
