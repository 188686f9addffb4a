import type { TreeIndex, TreeMatches, TreeNode } from './tree-model.ts'

const stepLength = 2_000

/** The search in steps, so that whoever goes through them can do something else in between. */
export function* searchSteps<Node extends TreeNode>(
  { byId }: TreeIndex<Node>,
  search: string,
  language?: string,
): Generator<undefined, TreeMatches | undefined> {
  const wanted = search.trim().toLocaleLowerCase(language)
  if (!wanted) return undefined
  const matches = new Set<string>()
  const opened = new Set<string>()
  let looked = 0
  for (const node of byId.values()) {
    looked += 1
    if (looked % stepLength === 0) yield
    if (!node.label.toLocaleLowerCase(language).includes(wanted)) continue
    matches.add(node.id)
    let parent = node.parentId
    while (parent !== null && !opened.has(parent)) {
      opened.add(parent)
      parent = byId.get(parent)?.parentId ?? null
    }
  }
  return { search, matches, opened }
}

/** All of it at once. `undefined` where nothing is searched. */
export function searchTree<Node extends TreeNode>(
  index: TreeIndex<Node>,
  search: string,
  language?: string,
): TreeMatches | undefined {
  const steps = searchSteps(index, search, language)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
