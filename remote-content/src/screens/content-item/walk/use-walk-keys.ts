import { type RefObject, useEffect, useRef } from 'react'
import type { useListWalk } from './use-list-walk.ts'

/**
 * Ctrl+Enter goes to the next item, with Shift to the previous one; also where nothing on the screen has the focus, as after
 * the list. The keys are taken before the editor of a formatted text breaks its line.
 */
export function useWalkKeys(root: RefObject<HTMLElement | null>, walk: ReturnType<typeof useListWalk>): void {
  const latest = useRef(walk)
  latest.current = walk
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(target instanceof Node)) return
      // Not in a dialog that is open above it.
      const isHere = root.current?.contains(target) || target.contains(root.current)
      if (!latest.current || !isHere) return
      event.preventDefault()
      event.stopPropagation()
      void latest.current.go(event.shiftKey ? 'previous' : 'next')
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [root])
}
