import { Box } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ancestorsOf, indexTree, rowOf, type TreeMove, type TreeNode, visibleRows } from './tree-model.ts'
import { rowHeight, TreeRowView } from './tree-row-view.tsx'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeKeyboard } from './use-tree-keyboard.ts'
import { useTreeSearch } from './use-tree-search.ts'

interface VirtualTreeProps<Node extends TreeNode> {
  /** The accessible name of the tree. */
  label: string
  /**
   * A flat list with siblings in their order. Must keep its identity while it does not change, because it is indexed
   * once for each array.
   */
  nodes: readonly Node[]
  /** How many roots there are, where `nodes` may have only some of them. */
  rootCount?: number | undefined
  /** Told of places in sight whose nodes are not in the list, so that they are read. */
  onMissing?: ((places: readonly MissingPlace[]) => void) | undefined
  expandedIds: ReadonlySet<string>
  onExpandedChange: (expandedIds: ReadonlySet<string>) => void
  selectedId?: string | undefined
  onSelect: (node: Node) => void
  /** Expands the nodes above matches, greys the rows that do not match, and scrolls to the first match. */
  search?: string
  /** Nodes that match though their label does not: what was searched in words that the tree does not have. */
  alsoFound?: ReadonlySet<string> | undefined
  /** Called with the number of matches; `undefined` without a search or while one is running. */
  onSearched?: (matches: number | undefined) => void
  /** Left out, nodes cannot be moved. */
  onMove?: (move: TreeMove) => void
  /** Called on F2 and on Delete. */
  onRename?: (node: Node) => void
  onDelete?: (node: Node) => void
  /** Drawn at the right end of a row. */
  end?: (node: Node) => ReactNode
}

export interface MissingPlace {
  readonly parentId: string | null
  readonly position: number
}

const none: ReadonlySet<string> = new Set()

/** What is scrolled past is not read. */
const readAfterMs = 60

/**
 * A virtual tree: only the rows in view are in the document. The focus stays on the tree element, which names the
 * active row by `aria-activedescendant`.
 */
export function VirtualTree<Node extends TreeNode>(props: VirtualTreeProps<Node>) {
  const {
    label,
    nodes,
    rootCount,
    onMissing,
    expandedIds,
    onExpandedChange,
    selectedId,
    onSelect,
    search = '',
    alsoFound,
    onMove,
    onSearched,
    end,
  } = props
  const { i18n } = useTranslation()
  const treeId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [closedInSearch, setClosedInSearch] = useState(none)
  const [activeId, setActiveId] = useState<string>()

  const index = useMemo(() => indexTree(nodes, rootCount), [nodes, rootCount])
  const found = useTreeSearch(index, search, i18n.language, alsoFound)
  const rows = useMemo(() => {
    if (!found || closedInSearch.size === 0) return visibleRows(index, expandedIds, found)
    const opened = new Set([...found.opened].filter((id) => !closedInSearch.has(id)))
    return visibleRows(index, expandedIds, { ...found, opened })
  }, [index, expandedIds, found, closedInSearch])
  const indexOfRow = useCallback((id: string) => rowOf(rows, id), [rows])
  const wantedActive = activeId ?? selectedId
  const activeAt = useMemo(() => (wantedActive ? Math.max(0, indexOfRow(wantedActive)) : 0), [wantedActive, indexOfRow])

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const activate = (id: string) => {
    setActiveId(id)
    const at = indexOfRow(id)
    if (at >= 0) virtualizer.scrollToIndex(at)
  }

  const setExpanded = useCallback(
    (ids: readonly string[], isExpanded: boolean) => {
      if (found) {
        // A search expands nodes by itself; what the user collapses meanwhile is collapsed for this search only.
        setClosedInSearch((closed) => withMembership(closed, ids, !isExpanded))
      } else onExpandedChange(withMembership(expandedIds, ids, isExpanded))
    },
    [found, expandedIds, onExpandedChange],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search begins anew; a branch that is opened in it does not.
  useEffect(() => setClosedInSearch(none), [search])
  const scrolledSearch = useRef('')
  useEffect(() => {
    const isDone = found?.search === search
    onSearched?.(isDone ? found.matches.size : undefined)
    if (!found) scrolledSearch.current = ''
    if (!isDone || scrolledSearch.current === search) return
    const firstMatch = rows.findIndex(({ isMatch }) => isMatch)
    if (firstMatch < 0) return
    // Scrolls once for each search, not again when a node is moved or renamed meanwhile, or more is found elsewhere.
    scrolledSearch.current = search
    virtualizer.scrollToIndex(firstMatch, { align: 'center' })
  }, [found, search, rows, virtualizer, onSearched])

  // Reveals a node that was selected from outside (by the URL, or because it is new): expands its ancestors and scrolls
  // to it.
  const revealedId = useRef<string>(undefined)
  useEffect(() => {
    if (!selectedId || revealedId.current === selectedId || !index.byId.has(selectedId)) return
    const closed = ancestorsOf(index, selectedId).filter(({ id }) => !expandedIds.has(id))
    if (closed.length > 0) {
      onExpandedChange(
        withMembership(
          expandedIds,
          closed.map(({ id }) => id),
          true,
        ),
      )
      return
    }
    revealedId.current = selectedId
    setActiveId(selectedId)
    const at = indexOfRow(selectedId)
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [selectedId, index, expandedIds, onExpandedChange, indexOfRow, virtualizer])

  const missing = renderedRows(virtualizer.getVirtualItems(), rows.length, [activeAt]).flatMap(({ at }) => {
    const row = rows[at]
    return row && !row.node ? [{ parentId: row.parentId, position: row.posInSet - 1 }] : []
  })
  const missingKey = missing.map(({ parentId, position }) => `${position} ${parentId}`).join()
  const latestMissing = useRef(missing)
  latestMissing.current = missing
  useEffect(() => {
    if (missingKey === '' || !onMissing) return
    const timer = setTimeout(() => onMissing(latestMissing.current), readAfterMs)
    return () => clearTimeout(timer)
  }, [missingKey, onMissing])

  const drag = useTreeDrag({
    index,
    rows,
    rowHeight,
    scroller,
    expand: (id) => setExpanded([id], true),
    onMove,
  })
  const handleKeyDown = useTreeKeyboard({
    index,
    rows,
    activeAt,
    rowsOnScreen: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1,
    activate,
    setExpanded,
    onSelect: choose,
    onMove,
    onRename: props.onRename,
    onDelete: props.onDelete,
  })
  function choose(node: Node) {
    revealedId.current = node.id
    setActiveId(node.id)
    onSelect(node)
  }
  const actions = useRef({ choose, setExpanded, isRowExpanded: (_: string): boolean => false })
  actions.current = {
    choose,
    setExpanded,
    isRowExpanded: (id) => rows[indexOfRow(id)]?.isExpanded ?? false,
  }
  const press = useCallback((node: Node) => actions.current.choose(node), [])
  const toggle = useCallback(
    (node: Node) => actions.current.setExpanded([node.id], !actions.current.isRowExpanded(node.id)),
    [],
  )

  const { dragged } = drag
  const draggedAt = useMemo(() => (dragged ? indexOfRow(dragged) : -1), [dragged, indexOfRow])
  const rowDomId = (at: number) => `${treeId}-${rows[at]?.id}`
  return (
    <Box
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={rows.length > 0 ? rowDomId(activeAt) : undefined}
      onKeyDown={handleKeyDown}
      // Inline: component tests load no style sheets, and scrolling by drag warns of an element that cannot scroll.
      style={{ overflowX: 'auto', overflowY: 'auto' }}
      sx={{ flex: '1 1 auto', minHeight: 0, position: 'relative', outline: 'none !important' }}
    >
      <Box role="presentation" sx={{ position: 'relative' }} style={{ height: virtualizer.getTotalSize() }}>
        {renderedRows(virtualizer.getVirtualItems(), rows.length, [activeAt, draggedAt]).map(({ at, top }) => {
          const row = rows[at]
          if (!row) return null
          const { id } = row
          return (
            <TreeRowView
              key={id}
              id={rowDomId(at)}
              row={row}
              top={top}
              isActive={at === activeAt}
              isSelected={id === selectedId}
              isDragged={id === dragged}
              drop={drag.target?.id === id ? drag.target.zone : undefined}
              isDropParent={drag.target !== undefined && drag.target.move.parentId === id}
              end={row.node && end?.(row.node)}
              onPress={press}
              onToggle={toggle}
              registerRow={drag.registerRow}
            />
          )
        })}
      </Box>
    </Box>
  )
}

/**
 * Adds the active row when it is out of view, because `aria-activedescendant` must refer to an element in the document,
 * and the dragged one, because not every browser ends a drag whose element was removed.
 */
function renderedRows(items: readonly { index: number; start: number }[], count: number, always: readonly number[]) {
  const shown = items.map(({ index, start }) => ({ at: index, top: start }))
  for (const at of always) {
    const isRow = at >= 0 && at < count
    if (isRow && !shown.some((row) => row.at === at)) shown.push({ at, top: at * rowHeight })
  }
  return shown
}

function withMembership(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) isIn ? next.add(id) : next.delete(id)
  return next
}
