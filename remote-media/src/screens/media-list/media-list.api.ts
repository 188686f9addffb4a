import { useApi, useApiQuery } from '@pim/api-client/react'
import { whileEmpty } from '@pim/content-kit'
import type { Binary, ContentType, Field } from '@pim/contract'
import { useUploads } from '@pim/shell'
import { useCallback } from 'react'
import { hasFilters, type MediaState, mediaSearchOf } from './media-state.ts'

export const useMediaList = (state: MediaState, variationId: string | undefined) =>
  useApiQuery(
    'search.searchMediaContent',
    { body: mediaSearchOf(state, variationId) },
    {
      enabled: variationId !== undefined,
      keepPrevious: true,
      refetchInterval: hasFilters(state) ? false : whileEmpty(({ paging }) => paging.totalCount === 0),
    },
  )

export const useMediaTypes = () =>
  useApiQuery(
    'contentModel.getAllMediaTypes',
    {},
    { staleTime: 60_000, refetchInterval: whileEmpty(({ length }) => length === 0) },
  )

/** Sends files and makes a media item for each. A second try of one whose item was made already makes no second one. */
export function useUploadFiles(types: readonly ContentType[] | undefined) {
  const api = useApi()
  const uploads = useUploads()
  return useCallback(
    (files: readonly File[]) => {
      uploads.add(
        files.map((file): Parameters<typeof uploads.add>[0][number] => {
          let created: { contentItemId: string; contentVariationIds: string[] } | undefined
          return {
            file,
            finish: async (binary, options) => {
              // Files can be chosen before the list of types has come.
              const known = types ?? (await api.contentModel.getAllMediaTypes({}, options))
              const type = typeFor(known, binary)
              const field = type?.fields.find((each) => each.type === 'binary')
              if (!type || !field) throw new Error(`No media type takes ${binary.mimeType}.`)
              created ??= await api.contentItem.createItem(
                { query: { name: binary.fileName, technicalContentTypeName: type.technicalName } },
                options,
              )
              const [contentVariationId = ''] = created.contentVariationIds
              const fields = [{ technicalFieldName: field.technicalName, value: binary.binaryId }]
              await api.contentVariation.updateVariation({ body: { contentVariationId, fields } }, options)
              return { href: `/media-items?item=${created.contentItemId}` }
            },
          }
        }),
      )
    },
    [api, uploads, types],
  )
}

/** The types of files that a field takes, such as `image/*`; none: any. */
export const mimeTypesOf = (field: Pick<Field, 'settings'> | undefined): readonly string[] =>
  Array.isArray(field?.settings?.mimeTypes) ? field.settings.mimeTypes.map(String) : []

/** The media type for a file: one whose binary field names its kind, else one that takes any. */
export function typeFor(
  types: readonly ContentType[],
  { mimeType }: Pick<Binary, 'mimeType'>,
): ContentType | undefined {
  const allowed = (type: ContentType) => mimeTypesOf(type.fields.find((field) => field.type === 'binary'))
  const names = (pattern: string) =>
    pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1)))
  return types.find((type) => allowed(type).some(names)) ?? types.find((type) => allowed(type).length === 0)
}
