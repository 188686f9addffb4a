import { useTenant } from '@pim/shell'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { leaveList } from '../../../parts/walk/left-list.ts'
import { readWalkState, wayBack } from '../../../parts/walk/walk-steps.ts'

/** The list that the item was opened from, on the page that has the item; or else the whole list. */
export function useWayBack(contentItemId: string): string {
  const { externalId: tenantId } = useTenant()
  const { state } = useLocation()
  const way = useMemo(() => {
    const walk = readWalkState(state)?.walk
    return walk && wayBack(walk, contentItemId)
  }, [state, contentItemId])
  useEffect(() => {
    if (way) leaveList({ tenantId, ...way })
  }, [way, tenantId])
  return way?.list ?? '/content-items'
}
