import { invalidateTopics, useApi, useApiMutation, useApiQuery } from '@pim/api-client/react'
import type { ContentType } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'

export const useStoredType = (technicalName: string) =>
  useApiQuery('contentModel.getTypeByName', { query: { technicalName } }, { failureGoesTo: 'screen' })

export const useSaveType = () => useApiMutation('contentModel.seedContentTypes', { failureGoesTo: 'screen' })
export const useDeleteType = () => useApiMutation('contentModel.deleteType', { failureGoesTo: 'screen' })

/** The type as the server has it at this moment, whatever the browser remembers. */
export function useFreshType() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { externalId: tenantId } = useTenant()
  return async (technicalName: string): Promise<ContentType> => {
    const fresh = await api.contentModel.getTypeByName({ query: { technicalName } }, { tenantId })
    await invalidateTopics(queryClient, tenantId, ['contentModel'])
    return fresh
  }
}
