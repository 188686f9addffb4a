import type { TreeIndex, TreeMatches, TreeNode } from './tree-model.ts'

const nodesPerStep = 2_000

/**
 * Searches the labels in steps; nodes that were found elsewhere match, too. Yields after every 2,000 nodes so that the caller can let the browser handle events.
 */
export function* searchSteps<Node extends TreeNode>(
  { byId }: TreeIndex<Node>,
  search: string,
  language?: string,
  alsoFound?: ReadonlySet<string>,
): Generator<undefined, TreeMatches | undefined> {
  const searchText = search.trim().toLocaleLowerCase(language)
  if (!searchText) return undefined
  const matches = new Set<string>()
  const opened = new Set<string>()
  let visitedCount = 0
  for (const node of byId.values()) {
    visitedCount += 1
    if (visitedCount % nodesPerStep === 0) yield
    if (!alsoFound?.has(node.id) && !node.label.toLocaleLowerCase(language).includes(searchText)) continue
    matches.add(node.id)
    let parent = node.parentId
    while (parent !== null && !opened.has(parent)) {
      opened.add(parent)
      parent = byId.get(parent)?.parentId ?? null
    }
  }
  return { search, matches, opened }
}

/** Searches without a pause. `undefined` for an empty search text. */
export function searchTree<Node extends TreeNode>(
  index: TreeIndex<Node>,
  search: string,
  language?: string,
  alsoFound?: ReadonlySet<string>,
): TreeMatches | undefined {
  const steps = searchSteps(index, search, language, alsoFound)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
