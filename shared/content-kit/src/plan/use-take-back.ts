import { useApi, useRefreshed } from '@pim/api-client/react'
import { useTenant } from '@pim/shell'

export interface TakenBack {
  readonly contentItemId: string
  readonly name: string
}

/** Takes back what a plan has deleted or restored, one after the other: as much of it as can be. */
export function useTakeBack() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  return async (step: 'delete' | 'restore', targets: readonly TakenBack[]): Promise<{ failedCount: number }> => {
    const take = step === 'delete' ? api.contentItem.deleteItem : api.contentItem.restoreItem
    let failedCount = 0
    for (const { contentItemId } of targets) {
      await take({ params: { contentItemId } }, { tenantId }).catch(() => {
        failedCount += 1
      })
    }
    await refreshed()
    return { failedCount }
  }
}
