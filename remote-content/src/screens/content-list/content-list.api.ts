import { useApiQuery } from '@pim/api-client/react'
import type { FieldFilter } from '@pim/contract'
import { useState } from 'react'
import { type ListState, searchInputOf } from './list-state.ts'

/** Waits for the variation, and for the field filters to be understood. */
export function useContentList(
  state: ListState,
  fields: readonly FieldFilter[] | undefined,
  variationId: string | undefined,
) {
  // Filters by age count from when the list was opened; a reload counts anew.
  const [openedAt] = useState(() => Date.now())
  return useApiQuery(
    'search.searchUserContent',
    { body: searchInputOf(state, fields ?? [], variationId, openedAt) },
    { enabled: variationId !== undefined && fields !== undefined, keepPrevious: true },
  )
}

export const useUserTypes = () => useApiQuery('contentModel.getAllUserTypes', {}, { staleTime: 60_000 })
