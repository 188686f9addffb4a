import { forget, useApi, useApiQuery } from '@pim/api-client/react'
import type { Topic } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListState, searchInputOf } from './list-state.ts'

export function useContentList(state: ListState, variationId: string | undefined) {
  // Filters by age count from when the list was opened; a reload counts anew.
  const [openedAt] = useState(() => Date.now())
  return useApiQuery(
    'search.searchUserContent',
    { body: searchInputOf(state, variationId, openedAt) },
    { enabled: variationId !== undefined, keepPrevious: true },
  )
}

export const useUserTypes = () => useApiQuery('contentModel.getAllUserTypes', {}, { staleTime: 60_000 })

export type BulkStep = 'publish' | 'unpublish' | 'archive' | 'draft' | 'delete'
export interface BulkTarget {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly name: string
}
export interface BulkFailure {
  readonly name: string
  readonly reason: unknown
}

const changedByBulk: readonly Topic[] = [
  'search',
  'contentItem',
  'contentVariation',
  'linkedContent',
  'history',
  'audit',
]

/** The same step for many, one after the other, telling how far it is; what fails is collected, not fatal. */
export function useBulkStep() {
  const api = useApi()
  const { externalId } = useTenant()
  const queryClient = useQueryClient()
  return async (
    step: BulkStep,
    targets: readonly BulkTarget[],
    onProgress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<BulkFailure[]> => {
    const failures: BulkFailure[] = []
    const options = { tenantId: externalId }
    for (const [index, { contentItemId, contentVariationId, name }] of targets.entries()) {
      if (signal.aborted) break
      const work =
        step === 'delete'
          ? api.contentItem.deleteItem({ params: { contentItemId } }, options)
          : api.contentVariation[step]({ params: { contentVariationId } }, options)
      await work.catch((reason: unknown) => failures.push({ name, reason }))
      onProgress(index + 1)
    }
    await forget(queryClient, externalId, changedByBulk)
    return failures
  }
}
