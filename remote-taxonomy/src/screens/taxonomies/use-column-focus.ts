import { type RefObject, useEffect, useRef } from 'react'
import type { Column } from './taxonomy-state.ts'

/** On a narrow screen a column takes the place of another one. The focus that was in that goes on to it, and is not lost. */
export function useColumnFocus(columns: RefObject<HTMLElement | null>, shown: Column): void {
  const shownBefore = useRef(shown)
  useEffect(() => {
    if (shownBefore.current === shown) return
    shownBefore.current = shown
    if (document.activeElement !== document.body) return
    const find = (selector: string) => columns.current?.querySelector<HTMLElement>(selector)
    const first = (shown === 'tree' && find('[role=tree]')) || find('button')
    first?.focus()
  }, [columns, shown])
}
