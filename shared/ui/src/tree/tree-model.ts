/** A node of the input: a flat list with siblings in their order. */
export interface TreeNode {
  id: string
  parentId: string | null
  label: string
  /** The language of the label, where it is known. */
  lang?: string | undefined
}

export interface TreeIndex<Node extends TreeNode> {
  byId: ReadonlyMap<string, Node>
  /** Children by the id of their parent; roots under `null`. A node whose parent is not in the list is a root. */
  children: ReadonlyMap<string | null, readonly Node[]>
}

export interface TreeMatches {
  /** The search text as it was typed. */
  search: string
  /** Ids of the nodes whose label contains the search text, or that were found elsewhere. */
  matches: ReadonlySet<string>
  /** Ids of the nodes with a match below them: they are shown expanded while the search lasts. */
  opened: ReadonlySet<string>
}

/** A visible row. */
export interface TreeRow<Node extends TreeNode> {
  node: Node
  /** Counted from 1, as `aria-level` is. */
  level: number
  setSize: number
  posInSet: number
  childCount: number
  isExpanded: boolean
  /** `undefined` without a search. */
  isMatch: boolean | undefined
}

const indexCache = new WeakMap<readonly TreeNode[], TreeIndex<TreeNode>>()

/**
 * Indexes a list of nodes. Cached by the array, because indexing 100,000 nodes takes noticeable time and several hooks
 * ask for it.
 */
export function indexTree<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const cached = indexCache.get(nodes) as TreeIndex<Node> | undefined
  if (cached) return cached
  const index = buildIndex(nodes)
  indexCache.set(nodes, index)
  return index
}

function buildIndex<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const byId = new Map<string, Node>()
  for (const node of nodes) byId.set(node.id, node)
  const children = new Map<string | null, Node[]>()
  // Siblings usually follow each other, so the look-up of the parent is kept for the next node: it halves the time.
  let currentParentId: string | null | undefined
  let siblings: Node[] = []
  for (const node of nodes) {
    if (node.parentId !== currentParentId) {
      currentParentId = node.parentId
      const parent = currentParentId !== null && byId.has(currentParentId) ? currentParentId : null
      siblings = children.get(parent) ?? []
      if (siblings.length === 0) children.set(parent, siblings)
    }
    siblings.push(node)
  }
  return { byId, children }
}

export const childrenOf = <Node extends TreeNode>(index: TreeIndex<Node>, id: string | null): readonly Node[] =>
  index.children.get(id) ?? []

/** The ancestors of a node, from its parent up to the root. */
export function ancestorsOf<Node extends TreeNode>(index: TreeIndex<Node>, id: string): Node[] {
  const ancestors: Node[] = []
  let at = index.byId.get(id)
  while (at?.parentId) {
    at = index.byId.get(at.parentId)
    // Stops at a circle in broken data, which would be an endless loop.
    if (!at || ancestors.includes(at)) break
    ancestors.push(at)
  }
  return ancestors
}

export const isWithin = <Node extends TreeNode>(index: TreeIndex<Node>, id: string, ancestorId: string): boolean =>
  id === ancestorId || ancestorsOf(index, id).some((ancestor) => ancestor.id === ancestorId)

/**
 * The visible rows from top to bottom. While a search runs, the nodes above a match are expanded and all others
 * collapsed; rows that do not match stay where they are and are marked.
 */
export function visibleRows<Node extends TreeNode>(
  index: TreeIndex<Node>,
  expanded: ReadonlySet<string>,
  found?: TreeMatches,
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const open = found?.opened ?? expanded
  // Uses its own stack in place of recursion, because a deep tree would overflow the call stack.
  const stack: { siblings: readonly Node[]; at: number }[] = [{ siblings: childrenOf(index, null), at: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const node = top.siblings[top.at]
    if (!node) {
      stack.pop()
      continue
    }
    top.at += 1
    const children = childrenOf(index, node.id)
    const isExpanded = children.length > 0 && open.has(node.id)
    rows.push({
      node,
      level: stack.length,
      setSize: top.siblings.length,
      posInSet: top.at,
      childCount: children.length,
      isExpanded,
      isMatch: found?.matches.has(node.id),
    })
    if (isExpanded) stack.push({ siblings: children, at: 0 })
  }
  return rows
}

/** The target of a move: the new parent, and the position among its children counted without the moved node. */
export interface TreeMove {
  id: string
  parentId: string | null
  position: number
}

export type DropZone = 'before' | 'inside' | 'after'

/** The move for a drop of one node on a zone of another; `undefined` if it is not allowed or changes nothing. */
export function moveOf<Node extends TreeNode>(
  index: TreeIndex<Node>,
  id: string,
  targetId: string,
  zone: DropZone,
): TreeMove | undefined {
  if (isWithin(index, targetId, id)) return undefined
  const target = index.byId.get(targetId)
  const node = index.byId.get(id)
  if (!target || !node) return undefined
  if (zone === 'inside') {
    const siblings = childrenOf(index, targetId).filter((sibling) => sibling.id !== id)
    return unlessUnchanged(index, node, { id, parentId: targetId, position: siblings.length })
  }
  const siblings = childrenOf(index, target.parentId).filter((sibling) => sibling.id !== id)
  const at = siblings.findIndex((sibling) => sibling.id === targetId)
  return unlessUnchanged(index, node, { id, parentId: target.parentId, position: zone === 'before' ? at : at + 1 })
}

/** The move for a key: up and down among siblings, in to the end of the sibling above, out to after the parent. */
export function keyboardMove<Node extends TreeNode>(
  index: TreeIndex<Node>,
  id: string,
  direction: 'up' | 'down' | 'in' | 'out',
): TreeMove | undefined {
  const node = index.byId.get(id)
  if (!node) return undefined
  const siblings = childrenOf(index, node.parentId)
  const at = siblings.indexOf(node)
  const before = siblings[at - 1]
  const parent = node.parentId === null ? undefined : index.byId.get(node.parentId)
  switch (direction) {
    case 'up':
      return before && { id, parentId: node.parentId, position: at - 1 }
    case 'down':
      return siblings[at + 1] && { id, parentId: node.parentId, position: at + 1 }
    case 'in':
      return before && { id, parentId: before.id, position: childrenOf(index, before.id).length }
    case 'out':
      return (
        parent && { id, parentId: parent.parentId, position: childrenOf(index, parent.parentId).indexOf(parent) + 1 }
      )
  }
}

function unlessUnchanged<Node extends TreeNode>(
  index: TreeIndex<Node>,
  node: Node,
  move: TreeMove,
): TreeMove | undefined {
  const stays = move.parentId === node.parentId && childrenOf(index, node.parentId).indexOf(node) === move.position
  return stays ? undefined : move
}
