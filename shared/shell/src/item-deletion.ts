import { ApiError } from '@pim/api-client'
import { forget, useApi } from '@pim/api-client/react'
import type { Problem } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTenant } from './tenant.ts'

export interface ItemDeletion {
  /** Resolves to whether it is gone. Broken links are allowed once it was said whose they are. */
  remove: () => Promise<boolean>
  /** Works also after the screen has gone. Resolves to the problem there was, if any. */
  restore: () => Promise<Problem | 'failed' | undefined>
  isBusy: boolean
  /** Who links to it, after a first try was refused for that. */
  usedBy: Problem['usedBy']
  /** Why it is still there, other than by its links. */
  failure: Problem | 'failed' | undefined
}

const problemOf = (error: unknown): Problem | 'failed' =>
  error instanceof ApiError && error.problem ? error.problem : 'failed'

/**
 * Deletes an item and brings it back. `onGone` leaves the screen that it was shown on.
 */
export function useItemDeletion(contentItemId: string, onGone: () => void): ItemDeletion {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Problem | 'failed'>()
  const usedBy = refusal === 'failed' ? undefined : refusal?.usedBy
  const params = { contentItemId }
  return {
    isBusy,
    usedBy,
    failure: usedBy ? undefined : refusal,
    remove: async () => {
      setBusy(true)
      try {
        await api.contentItem.deleteItem({ params, query: { allowBrokenLinks: usedBy !== undefined } }, { tenantId })
      } catch (error) {
        setRefusal(problemOf(error))
        return false
      } finally {
        setBusy(false)
      }
      onGone()
      // The screen is on its way out and still there: asking again for what is on it would find nothing.
      await forget(queryClient, tenantId, contentTopics, 'whenShown')
      await forget(queryClient, tenantId, ['search'])
      return true
    },
    restore: async () => {
      try {
        await api.contentItem.restoreItem({ params }, { tenantId })
      } catch (error) {
        return problemOf(error)
      }
      await forget(queryClient, tenantId, contentTopics)
      return undefined
    },
  }
}
