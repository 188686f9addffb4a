import { useApi, useApiQueryOptions } from '@pim/api-client/react'
import type { FoundConcept } from '@pim/contract'
import type { ConceptLabel, FieldServices } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createLookUp } from './look-up.ts'

const choicesShown = 40
const freshFor = 60_000

/** Finds and names concepts in the language of a variation, or in the default one, without loading a tree. */
export function useConceptServices(
  variationId: string | undefined,
): Pick<FieldServices, 'searchConcepts' | 'conceptLabel'> {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryOptions = useApiQueryOptions()
  const { externalId: tenantId } = useTenant()
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryOptions is made anew at each render and always the same
  return useMemo(() => {
    const lookUp = createLookUp(async (conceptIds) => {
      return await api.taxonomies.lookUpConcepts({ body: { conceptIds: [...conceptIds], variationId } }, { tenantId })
    }, conceptIdOf)
    return {
      searchConcepts: async ({ text, taxonomyIds }, signal) => {
        const body = {
          text: text.trim(),
          variationId,
          limit: choicesShown,
          ...(taxonomyIds && { taxonomyIds: [...taxonomyIds] }),
        }
        return (await api.taxonomies.searchConcepts({ body }, { signal, tenantId })).map(conceptLabelOf)
      },
      conceptLabel: async (conceptId) => {
        const { queryKey } = queryOptions('taxonomies.lookUpConcepts', {
          body: { conceptIds: [conceptId], variationId },
        })
        // Kept for each concept by itself, asked for together.
        const queryFn = async () => (await lookUp(conceptId)) ?? null
        const found = await queryClient.fetchQuery({ queryKey: [...queryKey, 'one'], queryFn, staleTime: freshFor })
        return found ? conceptLabelOf(found) : undefined
      },
    }
  }, [api, queryClient, tenantId, variationId])
}

const conceptIdOf = ({ conceptId }: FoundConcept): string => conceptId

const conceptLabelOf = ({ conceptId, name, taxonomyName, path, shownFor }: FoundConcept): ConceptLabel => ({
  conceptId,
  name,
  path: [taxonomyName, ...path].join(' › '),
  shownFor,
})
