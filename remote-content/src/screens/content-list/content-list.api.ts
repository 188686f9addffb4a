import { useApiQuery } from '@pim/api-client/react'
import { againWhile } from '@pim/content-kit'
import type { FieldFilter } from '@pim/contract'
import { useMemo, useState } from 'react'
import { hasFilters, type ListState, searchInputOf } from '../../parts/item-list/list-state.ts'

/**
 * The rows with the values of `shownFields`, and the search that finds them. Waits for the variation, for the field filters
 * to be understood, and for the fields to be known.
 */
export function useContentList(
  state: ListState,
  fields: readonly FieldFilter[] | undefined,
  variationId: string | undefined,
  shownFields: readonly string[] | undefined,
) {
  // Filters by age count from when the list was opened; a reload counts anew.
  const [openedAt] = useState(() => Date.now())
  const input = useMemo(
    () => searchInputOf(state, fields ?? [], variationId, openedAt),
    [state, fields, variationId, openedAt],
  )
  const isKnown = variationId !== undefined && fields !== undefined && shownFields !== undefined
  const list = useApiQuery(
    'search.searchUserContent',
    {
      body: {
        ...input,
        ...(shownFields?.length && { fields: [...shownFields] }),
        ...(input.filtering?.searchText && { matches: true }),
      },
    },
    {
      enabled: isKnown,
      keepPrevious: true,
      refetchInterval: againWhile(
        ({ paging, preparedPercent, isBehind }) =>
          preparedPercent !== undefined || isBehind === true || (paging.totalCount === 0 && !hasFilters(state)),
      ),
    },
  )
  return { list, input }
}

export const useUserTypes = () =>
  useApiQuery(
    'contentModel.getAllUserTypes',
    {},
    { staleTime: 60_000, refetchInterval: againWhile(({ length }) => length === 0) },
  )
