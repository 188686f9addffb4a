import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { WalkState } from '../../parts/walk/list-walk.ts'
import { readWalkState } from '../../parts/walk/walk-steps.ts'

/** The query of the item's address, and a change of it that keeps the list that the item was opened from. */
export function useItemAddress() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const walk = readWalkState(state)?.walk
  const [address] = useSearchParams()
  const change = useCallback(
    (parts: Readonly<Record<string, string | undefined>>) => {
      const next = new URLSearchParams(address)
      for (const [name, value] of Object.entries(parts)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      void navigate({ search: next.toString() }, { replace: true, state: walk && ({ walk } satisfies WalkState) })
    },
    [address, navigate, walk],
  )
  /** The properties of a link that leads to a field of this item. */
  const linkTo = (field: string) => {
    const next = new URLSearchParams(address)
    next.set('field', field)
    return { to: { search: next.toString() }, replace: true, state: walk && ({ walk } satisfies WalkState) }
  }
  return { address, change, linkTo }
}
