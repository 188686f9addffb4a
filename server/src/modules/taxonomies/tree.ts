import type { Concept } from '@pim/contract'

type Placed = Pick<Concept, 'conceptId' | 'parentConceptId' | 'position'>

/** Depth-first order: each parent before its children, siblings by position. */
export function inTreeOrder<Each extends Placed>(concepts: readonly Each[]): Each[] {
  const children = Map.groupBy(concepts, (concept) => concept.parentConceptId)
  for (const siblings of children.values()) siblings.sort((a, b) => a.position - b.position)
  const ordered: Each[] = []
  // An explicit stack in place of recursion.
  const stack = [...(children.get(null) ?? [])].reverse()
  for (let concept = stack.pop(); concept !== undefined; concept = stack.pop()) {
    ordered.push(concept)
    const below = children.get(concept.conceptId)
    if (below === undefined) continue
    for (let at = below.length - 1; at >= 0; at -= 1) {
      const child = below[at]
      if (child !== undefined) stack.push(child)
    }
  }
  return ordered
}
