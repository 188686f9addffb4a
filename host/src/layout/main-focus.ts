import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

export const mainId = 'main'

/** What had the focus is gone with its screen: whoever works by keyboard goes on from the main area, not from the top. */
export function catchLostFocus(): void {
  if (document.activeElement === document.body) document.getElementById(mainId)?.focus()
}

/** After going from one screen to another. Where the product opens, and where it leads on by itself, the top is right. */
export function useMainAfterMoving(): void {
  const { pathname } = useLocation()
  const isLedOn = useNavigationType() === NavigationType.Replace
  const from = useRef(pathname)
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    if (!isLedOn) catchLostFocus()
  }, [pathname, isLedOn])
}
