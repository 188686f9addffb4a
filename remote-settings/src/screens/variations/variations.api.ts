import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useVariationList = () => useApiQuery('tenants.getVariations', {}, { failureGoesTo: 'screen' })
export const useTypesOfLosses = (enabled: boolean) =>
  useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen', enabled })

export const useCreateVariation = () => useApiMutation('tenants.createVariation', { failureGoesTo: 'screen' })
export const useDeleteVariation = () => useApiMutation('tenants.deleteVariation', { failureGoesTo: 'screen' })
export const useChangeVariation = () => useApiMutation('tenants.changeVariation', { failureGoesTo: 'screen' })
export const useResync = () => useApiMutation('tenants.resyncNewVariations', { failureGoesTo: 'screen' })
