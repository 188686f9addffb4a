import { useApi } from '@pim/api-client/react'
import { useVariations } from '@pim/content-kit'
import { useConceptServices } from '@pim/content-kit/fields'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { FieldServices } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const choicesShown = 20

/** What editors of defaults and of the preview find: items, media and concepts of the tenant. Files are not taken here. */
export function usePreviewServices(): FieldServices {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const { i18n } = useTranslation()
  const { current } = useVariations()
  const concepts = useConceptServices(current?.variationId)
  return useMemo(() => {
    const typeLabel = async (technicalName: string, signal: AbortSignal) => {
      const types = await api.contentModel.getAllTypes({}, { signal, tenantId })
      const type = types.find((each) => each.technicalName === technicalName)
      return inLanguage(type?.friendlyName, i18n.language, technicalName)
    }
    return {
      itemAddress: (contentItemId) => `/content-item/${contentItemId}`,
      itemLabel: async (contentItemId, signal) => {
        const item = await api.contentItem
          .getItem({ params: { contentItemId }, query: { includeDeleted: true } }, { signal, tenantId })
          .catch(() => undefined)
        if (!item) return undefined
        const { name, isDeleted, technicalContentTypeName } = item
        return { contentItemId, name, isDeleted, typeLabel: await typeLabel(technicalContentTypeName, signal) }
      },
      searchItems: async ({ text, kind, contentTypeTechnicalNames }, signal) => {
        const body = {
          paging: { pageNumber: 1, pageSize: choicesShown },
          filtering: {
            ...(text.trim() ? { searchText: text.trim() } : {}),
            ...(contentTypeTechnicalNames ? { contentTypeTechnicalNames: [...contentTypeTechnicalNames] } : {}),
          },
        }
        const search = kind === 'media' ? api.search.searchMediaContent : api.search.searchUserContent
        const { items, shownFor } = await search({ body }, { signal, tenantId })
        return await Promise.all(
          items.map(async ({ contentItemId, name, technicalContentTypeName }) => ({
            contentItemId,
            name,
            typeLabel: await typeLabel(technicalContentTypeName, signal),
            shownFor,
          })),
        )
      },
      ...concepts,
      thumbnail: async () => ({ reason: 'preview' }),
    }
  }, [api, tenantId, i18n.language, concepts])
}
