import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useDeployKeys = () => useApiQuery('deployKeys.getDeployKeys', {}, { failureGoesTo: 'screen' })
/** The sections that are there already; a key may also be for one that is not. */
export const useSectionNames = () => useApiQuery('sections.getSections', {}, { failureGoesTo: 'screen' })
/** An answer with a secret in it is forgotten with the dialog that shows it. */
export const useCreateDeployKey = () =>
  useApiMutation('deployKeys.createDeployKey', { failureGoesTo: 'screen', gcTime: 0 })
export const useRevokeDeployKey = () => useApiMutation('deployKeys.revokeDeployKey', { failureGoesTo: 'screen' })
