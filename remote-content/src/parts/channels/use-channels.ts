import { useTenant } from '@pim/shell'
import { useMemo } from 'react'

export interface Channel {
  readonly technicalName: string
  readonly label: string
}

/** The channels of the tenant, in its order. */
export function useChannels(): readonly Channel[] {
  const { deliveryTargets } = useTenant()
  return useMemo(
    () => (deliveryTargets ?? []).map((technicalName) => ({ technicalName, label: technicalName })),
    [deliveryTargets],
  )
}

/** What a channel is called; one that the tenant no longer has keeps its technical name. */
export const channelLabel = (channels: readonly Channel[], technicalName: string): string =>
  channels.find((each) => each.technicalName === technicalName)?.label ?? technicalName
