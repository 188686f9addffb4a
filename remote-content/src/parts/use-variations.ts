import { useApiQuery } from '@pim/api-client/react'
import { useSelectedVariationId } from '@pim/shell'

/** The languages and markets of the tenant, and the one that lists and items open in. */
export function useVariations(wanted?: string | undefined) {
  const { data: variations } = useApiQuery('tenants.getVariations', {}, { staleTime: 60_000 })
  const [selectedId, select] = useSelectedVariationId()
  const find = (id: string | undefined) => variations?.find((variation) => variation.variationId === id)
  const current = find(wanted) ?? find(selectedId) ?? variations?.find((variation) => variation.isDefault)
  return { variations, current, select }
}
