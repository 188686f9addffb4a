/** A node as it comes: a flat list, siblings in their order. */
export interface TreeNode {
  id: string
  parentId: string | null
  label: string
}

export interface TreeIndex<Node extends TreeNode> {
  byId: ReadonlyMap<string, Node>
  /** By parent; the roots under `null`. A node whose parent is not in the list is a root. */
  children: ReadonlyMap<string | null, readonly Node[]>
}

export interface TreeMatches {
  /** The search text as it was typed. */
  search: string
  /** Ids of the nodes whose label contains the search text. */
  matches: ReadonlySet<string>
  /** Ids of the nodes with a match below them: they are shown expanded while the search lasts. */
  opened: ReadonlySet<string>
}

/** A line on the screen. */
export interface TreeRow<Node extends TreeNode> {
  node: Node
  /** From 1, as the tree pattern counts. */
  level: number
  setSize: number
  posInSet: number
  childCount: number
  isExpanded: boolean
  /** `undefined` while nothing is searched. */
  isMatch: boolean | undefined
}

const known = new WeakMap<readonly TreeNode[], TreeIndex<TreeNode>>()

/** Made once for an array, whoever asks: of a hundred thousand nodes it is felt. */
export function indexTree<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const made = known.get(nodes) as TreeIndex<Node> | undefined
  if (made) return made
  const index = indexed(nodes)
  known.set(nodes, index)
  return index
}

function indexed<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const byId = new Map<string, Node>()
  for (const node of nodes) byId.set(node.id, node)
  const children = new Map<string | null, Node[]>()
  // Siblings mostly come in a row; looking their parent up once is half of the work.
  let of: string | null | undefined
  let siblings: Node[] = []
  for (const node of nodes) {
    if (node.parentId !== of) {
      of = node.parentId
      const parent = of !== null && byId.has(of) ? of : null
      siblings = children.get(parent) ?? []
      if (siblings.length === 0) children.set(parent, siblings)
    }
    siblings.push(node)
  }
  return { byId, children }
}

export const childrenOf = <Node extends TreeNode>(index: TreeIndex<Node>, id: string | null): readonly Node[] =>
  index.children.get(id) ?? []

/** From the parent up to the root. */
export function ancestorsOf<Node extends TreeNode>(index: TreeIndex<Node>, id: string): Node[] {
  const ancestors: Node[] = []
  let at = index.byId.get(id)
  while (at?.parentId) {
    at = index.byId.get(at.parentId)
    // A list that was broken on its way must not hang the page.
    if (!at || ancestors.includes(at)) break
    ancestors.push(at)
  }
  return ancestors
}

export const isWithin = <Node extends TreeNode>(index: TreeIndex<Node>, id: string, ancestorId: string): boolean =>
  id === ancestorId || ancestorsOf(index, id).some((ancestor) => ancestor.id === ancestorId)

/**
 * The lines to show, top to bottom. A search changes no place: it opens what leads to a match, closes what does not,
 * and leaves it to the row to stand back where it is none itself.
 */
export function visibleRows<Node extends TreeNode>(
  index: TreeIndex<Node>,
  expanded: ReadonlySet<string>,
  found?: TreeMatches,
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const open = found?.opened ?? expanded
  // A stack of its own: a tree may be deeper than the engine's.
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

/** Where a node goes: below whom, and at which place among the children that are there without it. */
export interface TreeMove {
  id: string
  parentId: string | null
  position: number
}

export type DropZone = 'before' | 'inside' | 'after'

/** What dropping one node on a part of another comes to; `undefined` where it may not or would change nothing. */
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
    return changed(index, node, { id, parentId: targetId, position: siblings.length })
  }
  const siblings = childrenOf(index, target.parentId).filter((sibling) => sibling.id !== id)
  const at = siblings.findIndex((sibling) => sibling.id === targetId)
  return changed(index, node, { id, parentId: target.parentId, position: zone === 'before' ? at : at + 1 })
}

/** The same by keyboard: up and down among its siblings, in under the one above, out beside its parent. */
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

function changed<Node extends TreeNode>(index: TreeIndex<Node>, node: Node, move: TreeMove): TreeMove | undefined {
  const stays = move.parentId === node.parentId && childrenOf(index, node.parentId).indexOf(node) === move.position
  return stays ? undefined : move
}
