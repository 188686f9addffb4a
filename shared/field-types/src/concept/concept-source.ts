import { useMemo } from 'react'
import { type ConceptLabel, useFieldServices } from '../frame/field-services.tsx'
import type { Choice, ReferenceSource } from '../frame/reference-source.ts'

const choiceOf = (concept: ConceptLabel): Choice => ({
  id: concept.conceptId,
  name: concept.name,
  detail: concept.path,
  shownFor: concept.shownFor,
})

export function useConceptSource(taxonomyIds: readonly string[] | undefined): ReferenceSource {
  const services = useFieldServices()
  return useMemo(
    () => ({
      search: async (text, signal) => (await services.searchConcepts({ text, taxonomyIds }, signal)).map(choiceOf),
      label: async (id, signal) => {
        const concept = await services.conceptLabel(id, signal)
        return concept && choiceOf(concept)
      },
    }),
    [services, taxonomyIds],
  )
}
