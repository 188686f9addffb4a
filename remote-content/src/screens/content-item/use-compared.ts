import { variationCode } from '@pim/content-kit'
import type { ContentVariation, Variation } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { liveVersion } from './compare-select.tsx'
import { useLive } from './content-item.api.ts'
import { useItemAddress } from './use-item-address.ts'

export interface ComparedValue {
  readonly value: unknown
  /** Whose value it is. */
  readonly label: string
  /** The variation that it comes from. */
  readonly variationId: string
}

/**
 * The text that the variation on the screen is compared with: nothing, another variation, or what is live of this one. The address
 * remembers it, also on the way to the next item.
 */
export function useCompared(
  current: ContentVariation,
  siblings: readonly ContentVariation[],
  variations: readonly Variation[],
) {
  const { t } = useTranslation()
  const { address, change } = useItemAddress()
  const asked = address.get('compare') ?? ''
  const chosen = asked === current.variationId ? '' : asked
  const hasLive = current.publishedVersion !== null
  const live = useLive(current)
  const variation = variations.find((each) => each.variationId === chosen)
  const isLive = chosen === liveVersion && hasLive
  const content = isLive ? live : siblings.find((each) => each.variationId === chosen)
  const label = isLive ? t('content.compare.live') : variation && variationCode(variation)
  return {
    chosen: isLive || variation ? chosen : '',
    choose: (compare: string) => change({ compare }),
    hasLive,
    /** Undefined where nothing is compared. */
    valueOf:
      content && label
        ? (field: string): ComparedValue => {
            const { value, sourceVariationId } = content.fields[field] ?? {}
            return { value, label, variationId: sourceVariationId ?? content.variationId }
          }
        : undefined,
  }
}
