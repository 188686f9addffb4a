import { useApi, useApiQuery } from '@pim/api-client/react'
import { againWhile } from '@pim/content-kit'
import { makeMediaItem, mediaTypeFor } from '@pim/content-kit/media-upload'
import type { ContentType, SearchInput } from '@pim/contract'
import { useUploads } from '@pim/shell'
import { useCallback } from 'react'

/** `input` is undefined while it is not known what to ask for; `isNarrowed`: it has filters, so that an empty list stays as it is. */
export const useMediaList = (input: SearchInput | undefined, isNarrowed: boolean) =>
  useApiQuery(
    'search.searchMediaContent',
    { body: input ?? {} },
    {
      enabled: input !== undefined,
      keepPrevious: true,
      refetchInterval: againWhile(
        ({ paging, preparedPercent, isBehind }) =>
          preparedPercent !== undefined || isBehind === true || (paging.totalCount === 0 && !isNarrowed),
      ),
    },
  )

export const useMediaTypes = () =>
  useApiQuery(
    'contentModel.getAllMediaTypes',
    {},
    { staleTime: 60_000, refetchInterval: againWhile(({ length }) => length === 0) },
  )

/** Sends files and makes a media item for each. */
export function useUploadFiles(types: readonly ContentType[] | undefined) {
  const api = useApi()
  const uploads = useUploads()
  return useCallback(
    (files: readonly File[]) => {
      uploads.add(
        files.map((file) => ({
          file,
          finish: async (binary, options) => {
            // Files can be chosen before the list of types has come.
            const known = types ?? (await api.contentModel.getAllMediaTypes({}, options))
            const type = mediaTypeFor(known, binary.mimeType)
            if (!type) throw new Error(`No media type takes ${binary.mimeType}.`)
            const variations = await api.tenants.getVariations({}, options)
            const media = { type, name: binary.fileName, binaryId: binary.binaryId }
            return { href: `/media-items?item=${await makeMediaItem(api, media, variations, options)}` }
          },
        })),
      )
    },
    [api, uploads, types],
  )
}
