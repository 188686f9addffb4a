import type { Concept } from '@pim/contract'
import type { TreeMove, TreeNode } from '@pim/ui/tree'

/** `childCount` where the list may have only some of the concepts: positions then say where these stand. */
export interface ShownConcept extends Concept {
  readonly childCount?: number | undefined
}

/** What a concept is called in the variation that one works in, with its fallbacks. */
export const shownName = ({ name, friendlyName }: Concept): string => name ?? friendlyName

export interface ConceptNode extends TreeNode {
  readonly concept: ShownConcept
}

const known = new WeakMap<readonly ShownConcept[], readonly ConceptNode[]>()

/** The same nodes for the same concepts, whichever part of the screen asks: what is made of them is kept by them. */
export function nodesOf(concepts: readonly ShownConcept[]): readonly ConceptNode[] {
  const made = known.get(concepts)
  if (made) return made
  const nodes = concepts.map((concept) => ({
    id: concept.conceptId,
    parentId: concept.parentConceptId,
    label: shownName(concept),
    lang: concept.nameLanguage,
    ...placeOfPart(concept),
    concept,
  }))
  known.set(concepts, nodes)
  return nodes
}

/** For a tree that has only some of the concepts. */
export const placeOfPart = ({ childCount, position }: ShownConcept) =>
  childCount === undefined ? {} : { childCount, position }

/** The concepts as they are once one of them has moved. Moving what has moved already changes nothing. */
export function withMove(
  concepts: readonly ShownConcept[],
  { id, parentId, position }: TreeMove,
): readonly ShownConcept[] {
  const moved = concepts.find((concept) => concept.conceptId === id)
  if (!moved) return concepts
  if (moved.childCount !== undefined && moved.parentConceptId === parentId && moved.position === position)
    return concepts
  return withConcept(withoutPlace(concepts, moved), { ...moved, parentConceptId: parentId, position })
}

/** With the version that a concept has after a change of its own. */
export const withVersion = (
  concepts: readonly ShownConcept[],
  id: string,
  version: number | undefined,
): readonly ShownConcept[] =>
  concepts.map((concept) => (concept.conceptId === id && version !== undefined ? { ...concept, version } : concept))

/** With one more, at its place among the children of its parent. Nobody else's place in the list changes. */
export function withConcept(concepts: readonly ShownConcept[], added: ShownConcept): ShownConcept[] {
  if (concepts.some(({ childCount }) => childCount !== undefined)) return withPart(concepts, added)
  const others = concepts.filter((concept) => concept.conceptId !== added.conceptId)
  let siblingsBefore = 0
  const at = others.findIndex((concept) => {
    if (concept.parentConceptId !== added.parentConceptId) return false
    siblingsBefore += 1
    return siblingsBefore > added.position
  })
  others.splice(at < 0 ? others.length : at, 0, added)
  return others
}

/** Where positions say the order: siblings from that place on make room. One that is there already stays. */
function withPart(concepts: readonly ShownConcept[], added: ShownConcept): ShownConcept[] {
  if (concepts.some(({ conceptId }) => conceptId === added.conceptId)) return [...concepts]
  const { parentConceptId, position } = added
  const others = concepts.map((concept) => {
    if (concept.conceptId === parentConceptId) return { ...concept, childCount: (concept.childCount ?? 0) + 1 }
    return concept.parentConceptId === parentConceptId && concept.position >= position
      ? { ...concept, position: concept.position + 1 }
      : concept
  })
  return [...others, { ...added, childCount: added.childCount ?? 0 }].sort(
    (one, other) => one.position - other.position,
  )
}

/** Without one that leaves its place; where positions say the order, the siblings behind it move up. */
function withoutPlace(concepts: readonly ShownConcept[], gone: ShownConcept): ShownConcept[] {
  const others = concepts.filter((concept) => concept !== gone)
  if (gone.childCount === undefined) return others
  return others.map((concept) => {
    if (concept.conceptId === gone.parentConceptId) return { ...concept, childCount: (concept.childCount ?? 1) - 1 }
    return concept.parentConceptId === gone.parentConceptId && concept.position > gone.position
      ? { ...concept, position: concept.position - 1 }
      : concept
  })
}

/** Without a concept and all below it. */
export function withoutConcept(concepts: readonly ShownConcept[], id: string): readonly ShownConcept[] {
  const [top, ...below] = subtreeOf(concepts, id)
  if (!top) return concepts
  const gone = new Set<ShownConcept>(below)
  return withoutPlace(
    concepts.filter((concept) => !gone.has(concept)),
    top,
  )
}

/** Where a concept is now, said as the move that would bring it back here. */
export function placeOf(concepts: readonly ShownConcept[], id: string): TreeMove | undefined {
  const concept = concepts.find((each) => each.conceptId === id)
  if (!concept) return undefined
  const { parentConceptId: parentId, childCount, position } = concept
  if (childCount !== undefined) return { id, parentId, position }
  const siblings = concepts.filter((each) => each.parentConceptId === parentId)
  return { id, parentId, position: siblings.indexOf(concept) }
}

/** A concept and all below it, parents before children, siblings in their order. */
export function subtreeOf(concepts: readonly ShownConcept[], id: string): ShownConcept[] {
  const children = Map.groupBy(concepts, (concept) => concept.parentConceptId)
  const found = concepts.filter((concept) => concept.conceptId === id)
  // The list grows while it is walked: what is below what is in it comes after it.
  for (const concept of found) found.push(...(children.get(concept.conceptId) ?? []))
  return found
}

/**
 * Those of a part of a tree whose ancestors are all in it. What a search has opened stays read when the search ends, and would
 * stand at the top without them.
 */
export function withTheirParents(concepts: readonly ShownConcept[]): ShownConcept[] {
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]))
  const known = new Map<string, boolean>()
  const isWhole = ({ conceptId, parentConceptId }: ShownConcept): boolean => {
    const before = known.get(conceptId)
    if (before !== undefined) return before
    // A circle in what two pages say, of before and of after a move, leads nowhere.
    known.set(conceptId, false)
    const parent = parentConceptId === null ? undefined : byId.get(parentConceptId)
    const answer = parentConceptId === null || (parent !== undefined && isWhole(parent))
    known.set(conceptId, answer)
    return answer
  }
  return concepts.filter(isWhole)
}

/** Who is to be selected when a concept goes: the next beside it, the one before, or its parent. */
export function neighbourOf(concepts: readonly Concept[], id: string): string | undefined {
  const concept = concepts.find((each) => each.conceptId === id)
  const siblings = concepts.filter((each) => each.parentConceptId === concept?.parentConceptId)
  const at = siblings.findIndex((each) => each.conceptId === id)
  return (siblings[at + 1] ?? siblings[at - 1])?.conceptId ?? concept?.parentConceptId ?? undefined
}
