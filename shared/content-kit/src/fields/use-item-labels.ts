import { useApi, useApiQueryOptions } from '@pim/api-client/react'
import type { ContentType, NamedItem, SearchContentDocument } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { FieldServices, ItemLabel } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariations } from '../variations.ts'
import { createLookUp } from './look-up.ts'

const freshFor = 60_000

type Named = Pick<
  SearchContentDocument,
  'contentItemId' | 'name' | 'nameVariationId' | 'technicalContentTypeName' | 'binaryId'
>

interface ItemLabels extends Pick<FieldServices, 'itemLabel'> {
  /** Of rows that a search in the variation found. */
  labelsOf(rows: readonly Named[]): Promise<readonly ItemLabel[]>
}

/** Names items as lists of a variation do, or of the default one: by their titles there, in the language of these. */
export function useItemLabels(variationId: string | undefined): ItemLabels {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryOptions = useApiQueryOptions()
  const { i18n } = useTranslation()
  const { externalId: tenantId } = useTenant()
  const { variations } = useVariations()
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryOptions is made anew at each render and always the same
  return useMemo(() => {
    const typeLabels = async (): Promise<ReadonlyMap<string, ContentType>> => {
      const types = await queryClient.fetchQuery({
        ...queryOptions('contentModel.getAllTypes', {}),
        staleTime: freshFor,
      })
      return new Map(types.map((type) => [type.technicalName, type]))
    }
    const languages = new Map(variations?.map((each) => [each.variationId, each.languageCode]))
    const here = variationId ?? variations?.find(({ isDefault }) => isDefault)?.variationId
    const labelOf = (types: ReadonlyMap<string, ContentType>, row: Named): ItemLabel => ({
      contentItemId: row.contentItemId,
      name: row.name,
      languageTag: languages.get(row.nameVariationId ?? here ?? ''),
      typeLabel: inLanguage(
        types.get(row.technicalContentTypeName)?.friendlyName,
        i18n.language,
        row.technicalContentTypeName,
      ),
      binaryId: row.binaryId,
    })
    const lookUp = createLookUp<NamedItem>(
      async (ids) => await api.search.lookUpItems({ body: { contentItemIds: [...ids], variationId } }, { tenantId }),
      ({ contentItemId }) => contentItemId,
    )
    return {
      labelsOf: async (rows) => {
        const types = await typeLabels()
        return rows.map((row) => labelOf(types, row))
      },
      itemLabel: async (contentItemId) => {
        const { queryKey } = queryOptions('search.lookUpItems', {
          body: { contentItemIds: [contentItemId], variationId },
        })
        // Kept for each item by itself, asked for together.
        const queryFn = async () => (await lookUp(contentItemId)) ?? null
        const [item, types] = await Promise.all([
          queryClient.fetchQuery({ queryKey: [...queryKey, 'one'], queryFn, staleTime: freshFor }),
          typeLabels(),
        ])
        return item === null ? undefined : { ...labelOf(types, item), isDeleted: item.isDeleted }
      },
    }
  }, [api, queryClient, tenantId, i18n.language, variationId, variations])
}
