import type { ContentVariation, Variation } from '@pim/contract'
import { variationCode } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveVersion } from './compare-select.tsx'
import { useLive } from './content-item.api.ts'

/** What the variation on the screen is read beside: nothing, another variation, or what is live of this one. */
export function useCompared(
  current: ContentVariation,
  siblings: readonly ContentVariation[],
  variations: readonly Variation[],
) {
  const { t } = useTranslation()
  const [chosen, choose] = useState('')
  const hasLive = current.publishedVersion !== null
  const live = useLive(current)
  const variation = variations.find((each) => each.variationId === chosen)
  const isLive = chosen === liveVersion && hasLive
  const content = isLive ? live : siblings.find((each) => each.variationId === chosen)
  const label = isLive ? t('content.compare.live') : variation && variationCode(variation)
  return {
    chosen: isLive || variation ? chosen : '',
    choose,
    hasLive,
    /** Undefined where nothing is compared. */
    valueOf: content && label ? (field: string) => ({ value: content.fields[field]?.value, label }) : undefined,
  }
}
