import type { Channel } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTenant } from '@pim/shell'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export interface Channels {
  /** Those of the tenant, in their order. */
  readonly channels: readonly Channel[]
  /** What the reader calls a channel: its name in their language, the technical name where it has none. */
  readonly channelName: (technicalName: string) => string
  /** Several of them as part of a sentence: "Web shop and Print". */
  readonly channelNames: (technicalNames: readonly string[]) => string
}

/** The channels that content of the tenant goes to, and what they are called. Every screen that names a channel asks here. */
export function useChannels(): Channels {
  const { i18n } = useTranslation()
  const { channels: known, deliveryTargets } = useTenant()
  return useMemo(() => {
    const channels = known ?? (deliveryTargets ?? []).map(withoutDetails)
    const channelName = (technicalName: string): string =>
      inLanguage(
        channels.find((channel) => channel.technicalName === technicalName)?.friendlyName,
        i18n.language,
        technicalName,
      )
    const list = new Intl.ListFormat(i18n.language)
    return {
      channels,
      channelName,
      channelNames: (technicalNames) => list.format(technicalNames.map(channelName)),
    }
  }, [i18n.language, known, deliveryTargets])
}

const withoutDetails = (technicalName: string): Channel => ({ technicalName, friendlyName: {}, variationIds: [] })
