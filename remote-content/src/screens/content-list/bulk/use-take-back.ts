import { invalidateTopics, useApi } from '@pim/api-client/react'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'

export interface BulkTarget {
  readonly contentItemId: string
  readonly name: string
}

/** Takes back what a plan has deleted or restored, one after the other: as much of it as can be. */
export function useTakeBack() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const queryClient = useQueryClient()
  return async (step: 'delete' | 'restore', targets: readonly BulkTarget[]): Promise<{ failedCount: number }> => {
    const take = step === 'delete' ? api.contentItem.deleteItem : api.contentItem.restoreItem
    let failedCount = 0
    for (const { contentItemId } of targets) {
      await take({ params: { contentItemId } }, { tenantId }).catch(() => {
        failedCount += 1
      })
    }
    await invalidateTopics(queryClient, tenantId, contentTopics)
    return { failedCount }
  }
}
