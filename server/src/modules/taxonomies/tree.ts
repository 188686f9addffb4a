import type { Concept } from '@pim/contract'

/** As one would read the tree: each parent before its children, siblings in their order. */
export function inTreeOrder(concepts: readonly Concept[]): Concept[] {
  const children = Map.groupBy(concepts, (concept) => concept.parentConceptId)
  for (const siblings of children.values()) siblings.sort((a, b) => a.position - b.position)
  const ordered: Concept[] = []
  // A stack of our own: a tree may be deeper than calls can be.
  const waiting = [...(children.get(null) ?? [])].reverse()
  for (let concept = waiting.pop(); concept !== undefined; concept = waiting.pop()) {
    ordered.push(concept)
    const below = children.get(concept.conceptId)
    if (below === undefined) continue
    for (let at = below.length - 1; at >= 0; at -= 1) {
      const child = below[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  return ordered
}
