import { useApiQuery } from '@pim/api-client/react'
import type { Variation } from '@pim/contract'
import { useSelectedVariationId } from './preferences.ts'

/** The languages and markets of the tenant, and the one that lists and items open in: the wanted, chosen or default one. */
export function useVariations(wanted?: string | undefined) {
  const { data: variations } = useApiQuery('tenants.getVariations', {}, { staleTime: 60_000 })
  const [selectedId, select] = useSelectedVariationId()
  const find = (id: string | undefined) => variations?.find((variation) => variation.variationId === id)
  const current = find(wanted) ?? find(selectedId) ?? variations?.find((variation) => variation.isDefault)
  return { variations, current, select }
}

/** `sv-SE`, or with its market where a language is sold in several. */
export const variationCode = ({ languageCode, marketCode }: Variation): string =>
  marketCode ? `${languageCode} · ${marketCode}` : languageCode
