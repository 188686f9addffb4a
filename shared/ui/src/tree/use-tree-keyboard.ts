import { type KeyboardEvent, useRef } from 'react'
import { childrenOf, keyboardMove, type TreeIndex, type TreeMove, type TreeNode, type TreeRow } from './tree-model.ts'

interface TreeKeyboardOptions<Node extends TreeNode> {
  index: TreeIndex<Node>
  rows: readonly TreeRow<Node>[]
  activeAt: number
  rowsOnScreen: () => number
  activate: (id: string) => void
  setExpanded: (ids: readonly string[], isExpanded: boolean) => void
  onSelect: (node: Node) => void
  onMove: ((move: TreeMove) => void) | undefined
  onRename: ((node: Node) => void) | undefined
  onDelete: ((node: Node) => void) | undefined
}

const typeAheadMs = 700
const moves = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const

/** The keys of the WAI-ARIA tree pattern, and Alt with an arrow key to move the active node. */
export function useTreeKeyboard<Node extends TreeNode>(options: TreeKeyboardOptions<Node>) {
  const typed = useRef({ text: '', at: 0 })

  return (event: KeyboardEvent) => {
    const { index, rows, activeAt, activate, setExpanded } = options
    const row = rows[activeAt]
    if (!row || event.target !== event.currentTarget) return
    const { node } = row
    const go = (at: number) => {
      const target = rows[Math.max(0, Math.min(rows.length - 1, at))]
      if (target) activate(target.id)
    }

    if (event.altKey && event.key in moves && options.onMove) {
      const move = node && keyboardMove(index, node.id, moves[event.key as keyof typeof moves])
      if (move) {
        // Expands the new parent, so that the moved node stays visible.
        if (move.parentId) setExpanded([move.parentId], true)
        options.onMove(move)
      }
      return event.preventDefault()
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return

    switch (event.key) {
      case 'ArrowDown':
        go(activeAt + 1)
        break
      case 'ArrowUp':
        go(activeAt - 1)
        break
      case 'PageDown':
        go(activeAt + options.rowsOnScreen())
        break
      case 'PageUp':
        go(activeAt - options.rowsOnScreen())
        break
      case 'Home':
        go(0)
        break
      case 'End':
        go(rows.length - 1)
        break
      case 'ArrowRight':
        if (row.isExpanded) go(activeAt + 1)
        else if (row.childCount > 0) setExpanded([row.id], true)
        break
      case 'ArrowLeft':
        if (row.isExpanded) setExpanded([row.id], false)
        else if (row.parentId !== null) activate(row.parentId)
        break
      case 'Enter':
      case ' ':
        if (node) options.onSelect(node)
        break
      case 'F2':
        if (node) options.onRename?.(node)
        break
      case 'Delete':
        if (node) options.onDelete?.(node)
        break
      case '*':
        setExpanded(
          childrenOf(index, row.parentId).map(({ id }) => id),
          true,
        )
        break
      default:
        if (event.key.length !== 1) return
        jumpTo(event.key)
    }
    event.preventDefault()

    function jumpTo(key: string) {
      const isNew = event.timeStamp - typed.current.at > typeAheadMs
      const text = (isNew ? '' : typed.current.text) + key.toLocaleLowerCase()
      typed.current = { text, at: event.timeStamp }
      // Repeating one letter goes to the next node that starts with it.
      const from = text.length === 1 ? activeAt + 1 : activeAt
      const found = [...rows.slice(from), ...rows.slice(0, from)].find((each) =>
        each.node?.label.toLocaleLowerCase().startsWith(text),
      )
      if (found) activate(found.id)
    }
  }
}
