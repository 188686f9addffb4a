import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  type ElementEventBasePayload,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type DropZone, moveOf, type TreeIndex, type TreeMove, type TreeNode, type TreeRow } from './tree-model.ts'

interface DropTarget {
  id: string
  zone: DropZone
  move: TreeMove
}

interface TreeDragOptions<Node extends TreeNode> {
  index: TreeIndex<Node>
  rows: readonly TreeRow<Node>[]
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  expand: (id: string) => void
  onMove: ((move: TreeMove) => void) | undefined
}

/** Makes the element of a row draggable; call what it answers when the element goes. */
export type RegisterRow = (element: HTMLElement, id: string) => () => void

const opensAfter = 600

/**
 * Moving a node with the mouse, a pen, or a finger that rests on it. The browser's own drag and drop does it. The tree
 * as a whole is the one drop target, and the row height tells the row under the pointer: most rows are not in the
 * document, and one target costs less than one for each row.
 */
export function useTreeDrag<Node extends TreeNode>(options: TreeDragOptions<Node>) {
  const latest = useRef(options)
  latest.current = options
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<DropTarget>()
  const treeId = useId()
  const { scroller } = options
  const canMove = options.onMove !== undefined

  useEffect(() => {
    const box = scroller.current
    if (!box || !canMove) return
    const isOwn = ({ source }: Pick<ElementEventBasePayload, 'source'>) => source.data.treeId === treeId
    const targetOf = ({ source, location }: ElementEventBasePayload) =>
      targetAt(latest.current, box, String(source.data.id), location.current.input.clientY)
    let opening: { id: string; timer: ReturnType<typeof setTimeout> } | undefined
    const openLater = (id: string | undefined) => {
      if (opening?.id === id) return
      clearTimeout(opening?.timer)
      opening = id ? { id, timer: setTimeout(() => latest.current.expand(id), opensAfter) } : undefined
    }
    const show = (next: DropTarget | undefined) => {
      setTarget((before) => (before?.id === next?.id && before?.zone === next?.zone ? before : next))
      openLater(next?.zone === 'inside' ? next.id : undefined)
    }
    const stop = combine(
      dropTargetForElements({
        element: box,
        canDrop: isOwn,
        onDrag: (event) => show(targetOf(event)),
        onDragLeave: () => show(undefined),
        onDrop: (event) => {
          const dropped = targetOf(event)
          if (dropped) latest.current.onMove?.(dropped.move)
        },
      }),
      // Also told where the drag ends outside of the tree, or is cancelled by Escape.
      monitorForElements({
        canMonitor: isOwn,
        onDragStart: ({ source }) => setDragged(String(source.data.id)),
        onDrop: () => {
          setDragged(undefined)
          show(undefined)
        },
      }),
      autoScrollForElements({ element: box, canScroll: isOwn }),
    )
    return () => {
      stop()
      openLater(undefined)
    }
  }, [scroller, canMove, treeId])

  const register = useCallback<RegisterRow>(
    (element, id) => draggable({ element, getInitialData: () => ({ treeId, id }) }),
    [treeId],
  )
  return { dragged, target, registerRow: canMove ? register : undefined }
}

function targetAt<Node extends TreeNode>(
  { index, rows, rowHeight }: TreeDragOptions<Node>,
  box: HTMLElement,
  id: string,
  clientY: number,
): DropTarget | undefined {
  const y = clientY - box.getBoundingClientRect().top + box.scrollTop
  const row = rows[Math.floor(y / rowHeight)]
  if (!row?.node) return undefined
  const share = (y % rowHeight) / rowHeight
  const zone: DropZone = share < 0.28 ? 'before' : share > 0.72 && !row.isExpanded ? 'after' : 'inside'
  const move = moveOf(index, id, row.node.id, zone)
  return move && { id: row.node.id, zone, move }
}
