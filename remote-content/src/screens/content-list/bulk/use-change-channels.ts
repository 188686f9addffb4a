import { useApi, useRefreshed } from '@pim/api-client/react'
import type { PartProblem, SearchContentDocument } from '@pim/contract'
import { useTenant } from '@pim/shell'
import type { ChangedChannels } from './channel-change.ts'

export interface ChannelOutcome {
  /** The changes that undo this one. They are refused for rows whose channels somebody has changed since. */
  readonly back: readonly ChangedChannels[]
  readonly failed: readonly { readonly row: SearchContentDocument; readonly problem: PartProblem | undefined }[]
}

/** Sends the new channels of many rows in one call; each row is answered for itself. */
export function useChangeChannels() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  return async (changes: readonly ChangedChannels[]): Promise<ChannelOutcome> => {
    const items = changes.map(({ row, targets }) => ({
      contentItemId: row.contentItemId,
      technicalContentTypeName: row.technicalContentTypeName,
      variations: [{ variationId: row.variationId, baseVersion: row.version, deliveryTargets: [...targets] }],
    }))
    const { results } = await api.contentItem.batchItems({ body: { items, mode: 'update' } }, { tenantId })
    await refreshed()
    const back: ChangedChannels[] = []
    const failed: { row: SearchContentDocument; problem: PartProblem | undefined }[] = []
    for (const [index, { row }] of changes.entries()) {
      const result = results.find((each) => each.index === index)
      const version = result?.variations?.find(({ variationId }) => variationId === row.variationId)?.version
      if (version === undefined) failed.push({ row, problem: result?.problem })
      else if (result?.outcome === 'updated') back.push({ row: { ...row, version }, targets: row.deliveryTargets })
    }
    return { back, failed }
  }
}
