import { ApiError } from '@pim/api-client'
import { useApi, useApiQueryOptions } from '@pim/api-client/react'
import type { ContentType } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { type FieldServices, type ItemLabel, UploadRefused } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { matchLabel } from '../match-line.tsx'
import { usePictureLoader } from '../pictures.ts'
import { useProblemText } from '../quotas.ts'
import { useConceptServices } from './use-concept-services.ts'

const choicesShown = 20
const freshFor = 60_000

/** What fields need from the API: to find items and concepts, to name them, to show and to take pictures. */
export function useFieldServices(
  variationId: string,
  readField: (technicalFieldName: string) => unknown,
): FieldServices {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryOptions = useApiQueryOptions()
  const { t, i18n } = useTranslation()
  const { externalId } = useTenant()
  const problemText = useProblemText()
  const picture = usePictureLoader('thumbnail')
  const concepts = useConceptServices(variationId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryOptions is made anew at each render and always the same
  return useMemo(() => {
    const typeLabels = async () => {
      const types = await queryClient.fetchQuery({
        ...queryOptions('contentModel.getAllTypes', {}),
        staleTime: freshFor,
      })
      return new Map(types.map((type) => [type.technicalName, type]))
    }
    const labelOfType = (type: ContentType | undefined, technicalName: string) =>
      inLanguage(type?.friendlyName, i18n.language, technicalName)

    const itemLabel = async (contentItemId: string): Promise<ItemLabel | undefined> => {
      const params = { contentItemId }
      const query = { includeDeleted: true }
      const read = queryOptions('contentItem.getItem', { params, query })
      const [item, types] = await Promise.all([
        queryClient.fetchQuery({ ...read, staleTime: freshFor }).catch(() => undefined),
        typeLabels(),
      ])
      if (!item) return undefined
      const type = types.get(item.technicalContentTypeName)
      const label = {
        contentItemId,
        name: item.name,
        typeLabel: labelOfType(type, item.technicalContentTypeName),
        isDeleted: item.isDeleted,
      }
      if (item.kind !== 'media') return label
      const variations = await queryClient
        .fetchQuery({ ...queryOptions('contentItem.getItemVariations', { params, query }), staleTime: freshFor })
        .catch(() => [])
      const shown = variations.find((each) => each.variationId === variationId) ?? variations[0]
      const binaryId = shown?.fields[binaryFieldOf(type)]?.value
      return { ...label, binaryId: typeof binaryId === 'string' ? binaryId : undefined }
    }

    return {
      fieldValue: readField,
      itemLabel,
      itemAddress: (contentItemId) => `/content-item/${contentItemId}`,
      searchItems: async ({ text, kind, contentTypeTechnicalNames, mimeTypes }, signal) => {
        const body = {
          paging: { pageNumber: 1, pageSize: choicesShown },
          variationId,
          matches: true,
          filtering: {
            ...(text.trim() ? { searchText: text.trim() } : {}),
            ...(contentTypeTechnicalNames ? { contentTypeTechnicalNames: [...contentTypeTechnicalNames] } : {}),
            ...(mimeTypes?.every((type) => !type.endsWith('*')) ? { mimeTypes: [...mimeTypes] } : {}),
          },
        }
        const options = { signal, tenantId: externalId }
        const [page, types] = await Promise.all([
          kind === 'media'
            ? api.search.searchMediaContent({ body }, options)
            : api.search.searchUserContent({ body }, options),
          typeLabels(),
        ])
        return page.items.map((row) => ({
          contentItemId: row.contentItemId,
          name: row.name,
          typeLabel: labelOfType(types.get(row.technicalContentTypeName), row.technicalContentTypeName),
          binaryId: row.binaryId,
          shownFor: page.shownFor,
          foundBy: row.match && {
            label: matchLabel(row.match, t, i18n.language),
            text: row.match.text,
            marks: row.match.marks,
          },
        }))
      },
      ...concepts,
      // Where there is no picture it says why: that is an answer, and is not asked for again.
      thumbnail: async (binaryId, signal) => {
        const load = picture({ binaryId })
        if (!load) throw new Error('no file')
        return await load(signal)
      },
      uploadBinary: async (file, signal) => {
        const sending = { signal, tenantId: externalId, timeout: 0 }
        return await api.binary.uploadBinary({ file, fileName: file.name }, sending).catch((error: unknown) => {
          const reason = error instanceof ApiError ? problemText(error.problem) : undefined
          throw reason === undefined ? error : new UploadRefused(reason, { cause: error })
        })
      },
    }
  }, [api, queryClient, externalId, t, i18n.language, variationId, readField, problemText, picture, concepts])
}

const binaryFieldOf = (type: ContentType | undefined): string =>
  type?.fields.find((field) => field.type === 'binary')?.technicalName ?? ''
