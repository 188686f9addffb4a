import { useApiMutation, useApiQuery, useApiQueryOptions } from '@pim/api-client/react'
import type { ContentType } from '@pim/contract'
import { useQueryClient } from '@tanstack/react-query'

export const useStoredType = (technicalName: string) =>
  useApiQuery('contentModel.getTypeByName', { query: { technicalName } }, { failureGoesTo: 'screen' })

export const useSaveType = () => useApiMutation('contentModel.seedContentTypes', { failureGoesTo: 'screen' })
export const useDeleteType = () => useApiMutation('contentModel.deleteType', { failureGoesTo: 'screen' })

/** The type as the server has it at this moment, whatever the browser remembers. */
export function useFreshType() {
  const queryClient = useQueryClient()
  const options = useApiQueryOptions()
  return (technicalName: string): Promise<ContentType> =>
    queryClient.fetchQuery({
      ...options('contentModel.getTypeByName', { query: { technicalName } }),
      staleTime: 0,
      meta: { failureGoesTo: 'screen' },
    })
}
