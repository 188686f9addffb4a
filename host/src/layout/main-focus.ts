import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const mainId = 'main'

/**
 * Moves the focus to the main area where it was lost because its element was removed, so that keyboard users do not
 * start again at the top of the page.
 */
export function restoreLostFocus(): void {
  if (document.activeElement === document.body) document.getElementById(mainId)?.focus()
}

/** Does so after each navigation. On the first page nothing has had the focus yet, so it stays at the top. */
export function useFocusMainAfterNavigation(): void {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  const hasHadFocus = useRef(false)
  useEffect(() => {
    const onFirstFocus = () => {
      hasHadFocus.current = true
    }
    addEventListener('focusin', onFirstFocus, { once: true })
    return () => removeEventListener('focusin', onFirstFocus)
  }, [])
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (hasHadFocus.current) restoreLostFocus()
  }, [pathname])
}
