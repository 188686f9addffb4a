/** A node of the input: a flat list with siblings in their order. */
export interface TreeNode {
  id: string
  parentId: string | null
  label: string
  /** The language of the label, where it is known. */
  lang?: string | undefined
  /** How many children there are, where the list may have only some of them. */
  childCount?: number | undefined
  /** The place among all siblings, from 0, where the list may have only some of them. */
  position?: number | undefined
}

export interface TreeIndex<Node extends TreeNode> {
  byId: ReadonlyMap<string, Node>
  /** Children by the id of their parent; roots under `null`. A node whose parent is not in the list is a root. */
  children: ReadonlyMap<string | null, readonly Node[]>
  /** How many roots there are, where the list may have only some of them. */
  rootCount: number
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
  /** That of the node, or `placeId` of a place whose node is not in the list yet. */
  id: string
  parentId: string | null
  /** Undefined: the list does not have it yet. */
  node: Node | undefined
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
export function indexTree<Node extends TreeNode>(nodes: readonly Node[], rootCount = 0): TreeIndex<Node> {
  const cached = indexCache.get(nodes) as TreeIndex<Node> | undefined
  if (cached?.rootCount === rootCount) return cached
  const index = { ...buildIndex(nodes), rootCount }
  indexCache.set(nodes, index)
  return index
}

function buildIndex<Node extends TreeNode>(nodes: readonly Node[]): Omit<TreeIndex<Node>, 'rootCount'> {
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

/** How many children there are, in the list or not. */
const countOf = <Node extends TreeNode>(index: TreeIndex<Node>, id: string | null): number =>
  Math.max(childrenOf(index, id).length, (id === null ? index.rootCount : index.byId.get(id)?.childCount) ?? 0)

/** The place of a node among all its siblings. */
const placeIn = <Node extends TreeNode>(index: TreeIndex<Node>, node: Node): number =>
  node.position ?? childrenOf(index, node.parentId).indexOf(node)

/** Names a place whose node is not in the list. */
const placeId = (parentId: string | null, place: number): string => `place ${place} ${parentId ?? ''}`

/** Where the row with this id is; a node that has come to a place in the meantime is found by the place's id, too. */
export function rowOf<Node extends TreeNode>(rows: readonly TreeRow<Node>[], id: string): number {
  const at = rows.findIndex((row) => row.id === id)
  if (at >= 0 || !id.startsWith('place ')) return at
  return rows.findIndex((row) => placeId(row.parentId, row.posInSet - 1) === id)
}

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
  const stack = [below(index, null)]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (top.place >= top.count) {
      stack.pop()
      continue
    }
    const { place, parentId, siblings } = top
    const next = siblings[top.at]
    // All that are there have a row, also where their positions do not fit together for a moment.
    const isHere = siblings.length - top.at >= top.count - place || (next?.position ?? place) <= place
    const node = isHere ? next : undefined
    top.place += 1
    if (node) top.at += 1
    const childCount = node ? countOf(index, node.id) : 0
    const isExpanded = node !== undefined && childCount > 0 && open.has(node.id)
    rows.push({
      id: node?.id ?? placeId(parentId, place),
      parentId,
      node,
      level: stack.length,
      setSize: top.count,
      posInSet: top.place,
      childCount,
      isExpanded,
      isMatch: found && node && found.matches.has(node.id),
    })
    if (isExpanded) stack.push(below(index, node.id))
  }
  return rows
}

/** The children of a node while its rows are made: `at` counts those in the list, `place` all. */
const below = <Node extends TreeNode>(index: TreeIndex<Node>, parentId: string | null) => ({
  parentId,
  siblings: childrenOf(index, parentId),
  count: countOf(index, parentId),
  at: 0,
  place: 0,
})

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
  const isSibling = (parentId: string | null) => node.parentId === parentId
  if (zone === 'inside') {
    const last = countOf(index, targetId) - (isSibling(targetId) ? 1 : 0)
    return unlessUnchanged(index, node, { id, parentId: targetId, position: last })
  }
  const place = placeIn(index, target)
  // Counted without the node that leaves.
  const at = isSibling(target.parentId) && placeIn(index, node) < place ? place - 1 : place
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
  const place = placeIn(index, node)
  const before = siblings[siblings.indexOf(node) - 1]
  const parent = node.parentId === null ? undefined : index.byId.get(node.parentId)
  switch (direction) {
    case 'up':
      return place > 0 ? { id, parentId: node.parentId, position: place - 1 } : undefined
    case 'down':
      return place + 1 < countOf(index, node.parentId)
        ? { id, parentId: node.parentId, position: place + 1 }
        : undefined
    case 'in':
      return before && placeIn(index, before) === place - 1
        ? { id, parentId: before.id, position: countOf(index, before.id) }
        : undefined
    case 'out':
      return parent && { id, parentId: parent.parentId, position: placeIn(index, parent) + 1 }
  }
}

function unlessUnchanged<Node extends TreeNode>(
  index: TreeIndex<Node>,
  node: Node,
  move: TreeMove,
): TreeMove | undefined {
  const stays = move.parentId === node.parentId && placeIn(index, node) === move.position
  return stays ? undefined : move
}
