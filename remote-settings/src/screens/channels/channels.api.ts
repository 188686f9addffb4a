import { useApiMutation, useApiQuery } from '@pim/api-client/react'

/** Counts all content of the tenant, so it is asked for by those who may change channels. */
export const useChannelUses = (enabled: boolean) =>
  useApiQuery('tenants.getChannelUses', {}, { failureGoesTo: 'screen', enabled })
export const useVariationNames = () => useApiQuery('tenants.getVariations', {}, { failureGoesTo: 'screen' })
export const useChangeChannels = () => useApiMutation('tenants.changeTenant', { failureGoesTo: 'screen' })
