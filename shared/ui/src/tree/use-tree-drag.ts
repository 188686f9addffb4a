import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type DropZone, moveOf, type TreeIndex, type TreeMove, type TreeNode, type TreeRow } from './tree-model.ts'

export interface DropTarget {
  id: string
  zone: DropZone
  move: TreeMove
}

interface TreeDragOptions<Node extends TreeNode> {
  index: TreeIndex<Node>
  rows: readonly TreeRow<Node>[]
  rowHeight: number
  scroller: () => HTMLElement | null
  expand: (id: string) => void
  onMove: ((move: TreeMove) => void) | undefined
}

const dragStartsAfter = 5
const opensAfter = 600
const edge = 40

/**
 * Moving a node with the mouse or a pen. Fingers scroll; for them there are the keys' equivalents in the section. The
 * place under the pointer is worked out from the row height alone, since most rows are not in the document.
 */
export function useTreeDrag<Node extends TreeNode>(options: TreeDragOptions<Node>) {
  const latest = useRef(options)
  latest.current = options
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<DropTarget>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const targetAt = (id: string, clientY: number): DropTarget | undefined => {
    const { index, rows, rowHeight, scroller } = latest.current
    const box = scroller()
    if (!box) return undefined
    const y = clientY - box.getBoundingClientRect().top + box.scrollTop
    const row = rows[Math.floor(y / rowHeight)]
    if (!row) return undefined
    const share = (y % rowHeight) / rowHeight
    const zone: DropZone = share < 0.28 ? 'before' : share > 0.72 && !row.isExpanded ? 'after' : 'inside'
    const move = moveOf(index, id, row.node.id, zone)
    return move && { id: row.node.id, zone, move }
  }

  const onPointerDown = (event: PointerEvent, id: string) => {
    if (!options.onMove || event.button !== 0 || event.pointerType === 'touch') return
    const startX = event.clientX
    const startY = event.clientY
    let isDragging = false
    let pointerY = startY
    let current: DropTarget | undefined
    let opening: { id: string; timer: ReturnType<typeof setTimeout> } | undefined
    let frame = 0

    const look = () => {
      current = targetAt(id, pointerY)
      setTarget((before) => (before?.id === current?.id && before?.zone === current?.zone ? before : current))
      const toOpen = current?.zone === 'inside' ? current.id : undefined
      if (opening?.id === toOpen) return
      clearTimeout(opening?.timer)
      opening = toOpen ? { id: toOpen, timer: setTimeout(() => latest.current.expand(toOpen), opensAfter) } : undefined
    }
    const scroll = () => {
      const box = latest.current.scroller()
      if (box) {
        const { top, bottom } = box.getBoundingClientRect()
        const by =
          pointerY < top + edge ? pointerY - top - edge : pointerY > bottom - edge ? pointerY - bottom + edge : 0
        if (by !== 0) {
          box.scrollTop += by / 3
          look()
        }
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (moved: globalThis.PointerEvent) => {
      pointerY = moved.clientY
      if (!isDragging) {
        if (Math.hypot(moved.clientX - startX, moved.clientY - startY) < dragStartsAfter) return
        isDragging = true
        setDragged(id)
        frame = requestAnimationFrame(scroll)
      }
      look()
    }
    const end = (drop: boolean) => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', abandon, true)
      cancelAnimationFrame(frame)
      clearTimeout(opening?.timer)
      stop.current = undefined
      if (!isDragging) return
      // The press that ends a drag is not a press on a row.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, true), 0)
      setDragged(undefined)
      setTarget(undefined)
      if (drop && current) latest.current.onMove?.(current.move)
    }
    const swallow = (click: MouseEvent) => click.stopPropagation()
    const up = () => end(true)
    const cancel = () => end(false)
    const abandon = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      end(false)
    }
    stop.current = cancel
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', abandon, true)
  }

  return { dragged, target, onPointerDown }
}
