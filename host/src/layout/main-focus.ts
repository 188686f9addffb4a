import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const mainId = 'main'

/** What had the focus is gone with its screen: whoever works by keyboard goes on from the main area, not from the top. */
export function catchLostFocus(): void {
  if (document.activeElement === document.body) document.getElementById(mainId)?.focus()
}

/** After going from one screen to another. Where nothing has had the focus yet, none is lost, and the top is right. */
export function useMainAfterMoving(): void {
  const { pathname } = useLocation()
  const from = useRef(pathname)
  const hasBegun = useRef(false)
  useEffect(() => {
    const begin = () => {
      hasBegun.current = true
    }
    addEventListener('focusin', begin, { once: true })
    return () => removeEventListener('focusin', begin)
  }, [])
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    if (hasBegun.current) catchLostFocus()
  }, [pathname])
}
