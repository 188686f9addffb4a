import { useApi, useApiQuery, useApiQueryOptions } from '@pim/api-client/react'
import type { ImportFile, ImportFileShape, ImportInspection } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

const lookAgainAfter = 1_000

/**
 * Read again whenever a part has arrived, so it is asked only while none is on its way; and each second while the server
 * fetches the file.
 */
export const useImportFile = (importFileId: string, isAsked: boolean) =>
  useApiQuery(
    'import.getImportFile',
    { params: { importFileId } },
    {
      failureGoesTo: 'screen',
      enabled: isAsked,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.fetched?.state === 'fetching' ? lookAgainAfter : false),
    },
  )

interface InspectionAsked {
  readonly importFileId: string
  readonly shape: ImportFileShape | undefined
  readonly typeName: string | undefined
  readonly isAsked: boolean
}

/** The look at a file. Without a time limit: a large file takes longer than calls usually may. */
export function useInspection({ importFileId, shape, typeName, isAsked }: InspectionAsked) {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const request = {
    params: { importFileId },
    body: { ...(shape && { shape }), ...(typeName !== undefined && { technicalContentTypeName: typeName }) },
  }
  const { queryKey } = useApiQueryOptions()('import.inspectImportFile', request)
  return useQuery<ImportInspection>({
    queryKey,
    queryFn: ({ signal }) => api.import.inspectImportFile(request, { tenantId, timeout: 0, signal }),
    enabled: isAsked,
    // The file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { failureGoesTo: 'screen' },
    placeholderData: keepPreviousData,
  })
}

export const useContentTypes = () => useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })

/** The mapping that an earlier import had; undefined while it is read, null where it is not there any more. */
export function useEarlierImport(bulkChangeId: string | null) {
  const { data, isError } = useApiQuery(
    'bulkChange.getBulkChange',
    { params: { bulkChangeId: bulkChangeId ?? '' } },
    { enabled: bulkChangeId !== null, failureGoesTo: 'screen', retry: false },
  )
  return bulkChangeId === null || isError ? null : data?.importedFile
}

/** Whether this is the file whose upload did not end. */
export const isSameFile = ({ fileName, byteSize }: ImportFile, file: File): boolean =>
  file.name === fileName && file.size === byteSize
