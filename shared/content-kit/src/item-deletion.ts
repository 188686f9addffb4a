import { ApiError } from '@pim/api-client'
import { useApi, useRefreshed } from '@pim/api-client/react'
import type { Problem } from '@pim/contract'
import { topicsOfOneItem } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useState } from 'react'

export interface ItemDeletion {
  /**
   * Deletes the item; resolves to whether it was deleted. The second call, after `usedBy` was shown, allows broken
   * links.
   */
  remove: () => Promise<boolean>
  /** Restores the item, also after the screen was unmounted. Resolves to the problem if it failed. */
  restore: () => Promise<Problem | 'failed' | undefined>
  isBusy: boolean
  /** The items that link to it, after the first call was refused for them. */
  usedBy: Problem['usedBy']
  /** Why it was not deleted, for another reason than links. */
  failure: Problem | 'failed' | undefined
}

const problemOf = (error: unknown): Problem | 'failed' =>
  error instanceof ApiError && error.problem ? error.problem : 'failed'

/** Deletes an item and restores it. `onGone` is called once it is deleted, to leave its screen. */
export function useItemDeletion(contentItemId: string, onGone: () => void): ItemDeletion {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | 'failed'>()
  const usedBy = problem === 'failed' ? undefined : problem?.usedBy
  const params = { contentItemId }
  return {
    isBusy,
    usedBy,
    failure: usedBy ? undefined : problem,
    remove: async () => {
      setBusy(true)
      try {
        await api.contentItem.deleteItem(
          { params, query: { allowBrokenLinks: usedBy !== undefined } },
          // The screen is still mounted while the router leaves it.
          { tenantId, leaves: topicsOfOneItem },
        )
      } catch (error) {
        setProblem(problemOf(error))
        return false
      } finally {
        setBusy(false)
      }
      onGone()
      await refreshed()
      return true
    },
    restore: async () => {
      try {
        await api.contentItem.restoreItem({ params }, { tenantId })
      } catch (error) {
        return problemOf(error)
      }
      await refreshed()
      return undefined
    },
  }
}
