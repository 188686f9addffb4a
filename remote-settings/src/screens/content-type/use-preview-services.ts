import { useApi } from '@pim/api-client/react'
import { useVariations } from '@pim/content-kit'
import { useConceptServices, useItemLabels } from '@pim/content-kit/fields'
import type { FieldServices } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useMemo } from 'react'

const choicesShown = 20

/** What editors of defaults and of the preview find: items, media and concepts of the tenant. Files are not taken here. */
export function usePreviewServices(): FieldServices {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const { current } = useVariations()
  const concepts = useConceptServices(current?.variationId)
  const labels = useItemLabels(current?.variationId)
  return useMemo(
    () => ({
      itemAddress: (contentItemId) => `/content-item/${contentItemId}`,
      itemLabel: labels.itemLabel,
      searchItems: async ({ text, kind, contentTypeTechnicalNames }, signal) => {
        const body = {
          paging: { pageNumber: 1, pageSize: choicesShown },
          variationId: current?.variationId,
          filtering: {
            ...(text.trim() ? { searchText: text.trim() } : {}),
            ...(contentTypeTechnicalNames ? { contentTypeTechnicalNames: [...contentTypeTechnicalNames] } : {}),
          },
        }
        const search = kind === 'media' ? api.search.searchMediaContent : api.search.searchUserContent
        const { items, shownFor } = await search({ body }, { signal, tenantId })
        return (await labels.labelsOf(items)).map((label) => ({ ...label, shownFor }))
      },
      ...concepts,
      thumbnail: async () => ({ reason: 'preview' }),
    }),
    [api, tenantId, current?.variationId, concepts, labels],
  )
}
