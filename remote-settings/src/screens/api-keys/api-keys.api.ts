import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useApiKeys = () => useApiQuery('apiKeys.getApiKeys', {}, { failureGoesTo: 'screen' })
export const useTypeNames = () =>
  useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen', staleTime: 60_000 })

/** An answer with a secret in it is forgotten with the dialog that shows it. */
const secret = { failureGoesTo: 'screen', gcTime: 0 } as const

export const useCreateKey = () => useApiMutation('apiKeys.createApiKey', secret)
export const useRotateKey = () => useApiMutation('apiKeys.rotateApiKey', secret)
export const useChangeKey = () => useApiMutation('apiKeys.changeApiKey', { failureGoesTo: 'screen' })
export const useRevokeKey = () => useApiMutation('apiKeys.revokeApiKey', { failureGoesTo: 'screen' })
