import { useChannels as useTenantChannels } from '@pim/shell'
import { useMemo } from 'react'

export interface Channel {
  readonly technicalName: string
  readonly label: string
  /** None: it has every variation. */
  readonly variationIds: readonly string[]
}

/** The channels of the tenant, in its order, with what the reader calls them. */
export function useChannels(): readonly Channel[] {
  const { channels, channelName } = useTenantChannels()
  return useMemo(
    () =>
      channels.map(({ technicalName, variationIds }) => ({
        technicalName,
        variationIds,
        label: channelName(technicalName),
      })),
    [channels, channelName],
  )
}

/** What a channel is called; one that the tenant no longer has keeps its technical name. */
export const channelLabel = (channels: readonly Channel[], technicalName: string): string =>
  channels.find((each) => each.technicalName === technicalName)?.label ?? technicalName

/** Those that have the variation: what is in another one does not go to them. */
export const channelsWith = (channels: readonly Channel[], variationId: string): readonly Channel[] =>
  channels.filter(({ variationIds }) => variationIds.length === 0 || variationIds.includes(variationId))
