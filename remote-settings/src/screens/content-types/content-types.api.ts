import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useContentTypes = () => useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen' })
export const useSeedTypes = () => useApiMutation('contentModel.seedContentTypes', { failureGoesTo: 'screen' })
