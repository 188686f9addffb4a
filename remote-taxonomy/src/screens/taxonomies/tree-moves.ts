import type { Concept } from '@pim/contract'
import type { TreeMove, TreeNode } from '@pim/ui/tree'

/** What a concept is called in the variation that one works in, with its fallbacks. */
export const shownName = ({ name, friendlyName }: Concept): string => name ?? friendlyName

export interface ConceptNode extends TreeNode {
  readonly concept: Concept
}

const known = new WeakMap<readonly Concept[], readonly ConceptNode[]>()

/** The same nodes for the same concepts, whichever part of the screen asks: what is made of them is kept by them. */
export function nodesOf(concepts: readonly Concept[]): readonly ConceptNode[] {
  const made = known.get(concepts)
  if (made) return made
  const nodes = concepts.map((concept) => ({
    id: concept.conceptId,
    parentId: concept.parentConceptId,
    label: shownName(concept),
    lang: concept.nameLanguage,
    concept,
  }))
  known.set(concepts, nodes)
  return nodes
}

/** The concepts as they are once one of them has moved. Moving what has moved already changes nothing. */
export function withMove(concepts: readonly Concept[], { id, parentId, position }: TreeMove): readonly Concept[] {
  const moved = concepts.find((concept) => concept.conceptId === id)
  if (!moved) return concepts
  return withConcept(
    concepts.filter((concept) => concept !== moved),
    { ...moved, parentConceptId: parentId, position },
  )
}

/** With the version that a concept has after a change of its own. */
export const withVersion = (
  concepts: readonly Concept[],
  id: string,
  version: number | undefined,
): readonly Concept[] =>
  concepts.map((concept) => (concept.conceptId === id && version !== undefined ? { ...concept, version } : concept))

/** With one more, at its place among the children of its parent. Nobody else's place in the list changes. */
export function withConcept(concepts: readonly Concept[], added: Concept): Concept[] {
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

/** Where a concept is now, said as the move that would bring it back here. */
export function placeOf(concepts: readonly Concept[], id: string): TreeMove | undefined {
  const concept = concepts.find((each) => each.conceptId === id)
  if (!concept) return undefined
  const siblings = concepts.filter((each) => each.parentConceptId === concept.parentConceptId)
  return { id, parentId: concept.parentConceptId, position: siblings.indexOf(concept) }
}

/** A concept and all below it, parents before children, siblings in their order. */
export function subtreeOf(concepts: readonly Concept[], id: string): Concept[] {
  const children = Map.groupBy(concepts, (concept) => concept.parentConceptId)
  const found = concepts.filter((concept) => concept.conceptId === id)
  // The list grows while it is walked: what is below what is in it comes after it.
  for (const concept of found) found.push(...(children.get(concept.conceptId) ?? []))
  return found
}

/** Who is to be selected when a concept goes: the next beside it, the one before, or its parent. */
export function neighbourOf(concepts: readonly Concept[], id: string): string | undefined {
  const concept = concepts.find((each) => each.conceptId === id)
  const siblings = concepts.filter((each) => each.parentConceptId === concept?.parentConceptId)
  const at = siblings.findIndex((each) => each.conceptId === id)
  return (siblings[at + 1] ?? siblings[at - 1])?.conceptId ?? concept?.parentConceptId ?? undefined
}
