import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import type { ContentVariation, UpdateRequest } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount } from '@pim/shell'
import { useMemo, useRef } from 'react'
import { outcomeOf, type SaveOutcome } from './editing/save-outcome.ts'

/**
 * Who could bring a deleted item back sees it, with the way to do so. For anybody else it is gone: asking for it would be
 * refused, and a page that says "you may not" would send them to an administrator for nothing.
 */
export function useRequestOfOne() {
  const includeDeleted = reaches(useAccount().role, 'editor')
  return (contentItemId: string) => ({ params: { contentItemId }, query: { includeDeleted } })
}

export const useItem = (contentItemId: string) => useApiQuery('contentItem.getItem', useRequestOfOne()(contentItemId))

export const useItemVariations = (contentItemId: string) =>
  useApiQuery('contentItem.getItemVariations', useRequestOfOne()(contentItemId))

export const useItemType = (technicalName: string | undefined) =>
  useApiQuery(
    'contentModel.getTypeByName',
    { query: { technicalName: technicalName ?? '' } },
    { enabled: technicalName !== undefined, staleTime: 60_000 },
  )

/** The variation as it is live; undefined where nothing is. */
export const useLive = ({ contentVariationId, publishedVersion }: ContentVariation): ContentVariation | undefined =>
  useApiQuery(
    'contentVariation.getPublishedVariation',
    { params: { contentVariationId } },
    { enabled: publishedVersion !== null, failureGoesTo: 'screen' },
  ).data

/** Saves for a draft: every way in which the server can answer, told apart as the draft needs it. */
export function useSaveVariation(): (request: UpdateRequest) => Promise<SaveOutcome> {
  const { mutateAsync } = useApiMutation('contentVariation.updateVariation', { failureGoesTo: 'screen' })
  const latest = useRef(mutateAsync)
  latest.current = mutateAsync
  return useMemo(
    () => async (body) => {
      try {
        return { kind: 'saved', variation: await latest.current({ body }) }
      } catch (failure) {
        return outcomeOf(failure)
      }
    },
    [],
  )
}
