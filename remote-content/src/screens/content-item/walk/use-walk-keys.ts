import { type RefObject, useEffect, useRef } from 'react'
import type { useListWalk } from './use-list-walk.ts'

/**
 * Ctrl+Enter goes to the next item, with Shift to the previous one, with Alt to the next one once this one is published; also where nothing on the screen has the focus, as after
 * the list. The keys are taken before the editor of a formatted text breaks its line.
 */
export function useWalkKeys(
  root: RefObject<HTMLElement | null>,
  walk: ReturnType<typeof useListWalk>,
  publishAndGoOn: (() => void) | undefined,
): void {
  const latest = useRef({ walk, publishAndGoOn })
  latest.current = { walk, publishAndGoOn }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(target instanceof Node)) return
      // Not in a dialog that is open above it.
      const isHere = root.current?.contains(target) || target.contains(root.current)
      const { walk, publishAndGoOn } = latest.current
      if (!walk || !isHere) return
      event.preventDefault()
      event.stopPropagation()
      if (event.altKey) publishAndGoOn?.()
      else void walk.go(event.shiftKey ? 'previous' : 'next')
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [root])
}
