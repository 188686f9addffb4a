import { Box } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ancestorsOf, indexTree, type TreeMove, type TreeNode, visibleRows } from './tree-model.ts'
import { rowHeight, TreeRowView } from './tree-row-view.tsx'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeKeyboard } from './use-tree-keyboard.ts'
import { useTreeSearch } from './use-tree-search.ts'

interface VirtualTreeProps<Node extends TreeNode> {
  /** The tree's name, for those who hear it. */
  label: string
  /** Flat, siblings in their order. Give the same array while nothing has changed. */
  nodes: readonly Node[]
  expandedIds: ReadonlySet<string>
  onExpandedChange: (expandedIds: ReadonlySet<string>) => void
  selectedId?: string | undefined
  onSelect: (node: Node) => void
  /** Opens what leads to a match, greys what is none, and goes to the first one. */
  search?: string
  /** How many nodes the search has found; `undefined` while none is made or it is not done. */
  onSearched?: (matches: number | undefined) => void
  /** Left out: nothing can be moved. */
  onMove?: (move: TreeMove) => void
  /** F2 and Delete on a node. */
  onRename?: (node: Node) => void
  onDelete?: (node: Node) => void
  /** At the right end of a row. */
  end?: (node: Node) => ReactNode
}

const none: ReadonlySet<string> = new Set()

/** A tree of any size: only the rows in sight are in the document, and the focus stays with the tree itself. */
export function VirtualTree<Node extends TreeNode>(props: VirtualTreeProps<Node>) {
  const {
    label,
    nodes,
    expandedIds,
    onExpandedChange,
    selectedId,
    onSelect,
    search = '',
    onMove,
    onSearched,
    end,
  } = props
  const { i18n } = useTranslation()
  const treeId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [closedInSearch, setClosedInSearch] = useState(none)
  const [activeId, setActiveId] = useState<string>()

  const index = useMemo(() => indexTree(nodes), [nodes])
  const found = useTreeSearch(index, search, i18n.language)
  const rows = useMemo(() => {
    if (!found || closedInSearch.size === 0) return visibleRows(index, expandedIds, found)
    const opened = new Set([...found.opened].filter((id) => !closedInSearch.has(id)))
    return visibleRows(index, expandedIds, { ...found, opened })
  }, [index, expandedIds, found, closedInSearch])
  const placeOf = useCallback((id: string) => rows.findIndex(({ node }) => node.id === id), [rows])
  const wantedActive = activeId ?? selectedId
  const activeAt = useMemo(() => (wantedActive ? Math.max(0, placeOf(wantedActive)) : 0), [wantedActive, placeOf])

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const activate = (id: string) => {
    setActiveId(id)
    const at = placeOf(id)
    if (at >= 0) virtualizer.scrollToIndex(at)
  }

  const setExpanded = useCallback(
    (ids: readonly string[], isExpanded: boolean) => {
      if (found) {
        // A search opens the tree by itself; what one closes meanwhile is closed for this search only.
        setClosedInSearch((closed) => withOrWithout(closed, ids, !isExpanded))
      } else onExpandedChange(withOrWithout(expandedIds, ids, isExpanded))
    },
    [found, expandedIds, onExpandedChange],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search begins anew; a branch that is opened in it does not.
  useEffect(() => setClosedInSearch(none), [search])
  const gone = useRef('')
  useEffect(() => {
    const isDone = found?.search === search
    onSearched?.(isDone ? found.matches.size : undefined)
    if (!found) gone.current = ''
    if (!isDone || gone.current === search) return
    // Once for each search: what moves or is renamed meanwhile is no reason to jump.
    gone.current = search
    const firstMatch = rows.findIndex(({ isMatch }) => isMatch)
    if (firstMatch >= 0) virtualizer.scrollToIndex(firstMatch, { align: 'center' })
  }, [found, search, rows, virtualizer, onSearched])

  // What is selected from elsewhere (an address, a new node) is brought into sight.
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (!selectedId || shown.current === selectedId || !index.byId.has(selectedId)) return
    const closed = ancestorsOf(index, selectedId).filter(({ id }) => !expandedIds.has(id))
    if (closed.length > 0) {
      onExpandedChange(
        withOrWithout(
          expandedIds,
          closed.map(({ id }) => id),
          true,
        ),
      )
      return
    }
    shown.current = selectedId
    setActiveId(selectedId)
    const at = placeOf(selectedId)
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [selectedId, index, expandedIds, onExpandedChange, placeOf, virtualizer])

  const drag = useTreeDrag({
    index,
    rows,
    rowHeight,
    scroller: () => scroller.current,
    expand: (id) => setExpanded([id], true),
    onMove,
  })
  const pressKey = useTreeKeyboard({
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
    shown.current = node.id
    setActiveId(node.id)
    onSelect(node)
  }
  const actions = useRef({ choose, setExpanded, expandedRow: (_: string): boolean => false, point: drag.onPointerDown })
  actions.current = {
    choose,
    setExpanded,
    expandedRow: (id) => rows[placeOf(id)]?.isExpanded ?? false,
    point: drag.onPointerDown,
  }
  const press = useCallback((node: Node) => actions.current.choose(node), [])
  const toggle = useCallback(
    (node: Node) => actions.current.setExpanded([node.id], !actions.current.expandedRow(node.id)),
    [],
  )
  const point = useCallback<typeof drag.onPointerDown>((event, id) => actions.current.point(event, id), [])

  const rowDomId = (at: number) => `${treeId}-${rows[at]?.node.id}`
  return (
    <Box
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={rows.length > 0 ? rowDomId(activeAt) : undefined}
      onKeyDown={pressKey}
      sx={{ flex: '1 1 auto', minHeight: 0, overflow: 'auto', position: 'relative', outline: 'none !important' }}
    >
      <Box role="presentation" sx={{ position: 'relative' }} style={{ height: virtualizer.getTotalSize() }}>
        {inSight(virtualizer.getVirtualItems(), activeAt, rows.length).map(({ at, top }) => {
          const row = rows[at]
          if (!row) return null
          const { id } = row.node
          return (
            <TreeRowView
              key={id}
              id={rowDomId(at)}
              row={row}
              top={top}
              isActive={at === activeAt}
              isSelected={id === selectedId}
              isDragged={id === drag.dragged}
              drop={drag.target?.id === id ? drag.target.zone : undefined}
              isDropParent={drag.target !== undefined && drag.target.move.parentId === id}
              end={end?.(row.node)}
              onPress={press}
              onToggle={toggle}
              onPointerDown={point}
            />
          )
        })}
      </Box>
    </Box>
  )
}

/** The active row is always in the document: `aria-activedescendant` has to point at something. */
function inSight(items: readonly { index: number; start: number }[], activeAt: number, count: number) {
  const shown = items.map(({ index, start }) => ({ at: index, top: start }))
  if (count > 0 && !shown.some(({ at }) => at === activeAt)) shown.push({ at: activeAt, top: activeAt * rowHeight })
  return shown
}

function withOrWithout(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) isIn ? next.add(id) : next.delete(id)
  return next
}
