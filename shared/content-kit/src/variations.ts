import { useApiQuery } from '@pim/api-client/react'
import type { Field, Variation } from '@pim/contract'
import { usePreference } from '@pim/shell'

/** The variation in which lists and items open; `undefined` until the user selects one. A change of tenant clears it. */
export const useSelectedVariationId = () => usePreference<string | undefined>('variationId', undefined)

/**
 * The tenant's variations and the one to open lists and items in: the `wanted` one, else the selected one, else the
 * default.
 */
export function useVariations(wanted?: string | undefined) {
  const { data: variations } = useApiQuery('tenants.getVariations', {}, { staleTime: 60_000 })
  const [selectedId, select] = useSelectedVariationId()
  const find = (id: string | undefined) => variations?.find((variation) => variation.variationId === id)
  const current = find(wanted) ?? find(selectedId) ?? variations?.find((variation) => variation.isDefault)
  return { variations, current, select }
}

/** The language code, followed by the market where there is one: `sv-SE`, `de-DE · CH`. */
export const variationCode = ({ languageCode, marketCode }: Variation): string =>
  marketCode ? `${languageCode} · ${marketCode}` : languageCode

/** The language tag of a value: that of the variation it comes from. A shared value is in the language of the default variation. */
export const languageOfValue = (
  field: Field | undefined,
  variationId: string | null | undefined,
  variations: readonly Variation[] | undefined,
): string | undefined =>
  variations?.find((each) => (field?.localizable === false ? each.isDefault : each.variationId === variationId))
    ?.languageCode
