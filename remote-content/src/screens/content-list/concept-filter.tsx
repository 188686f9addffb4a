import { useApiQuery, useApiQueryOptions } from '@pim/api-client/react'
import { FilterMenu } from '@pim/ui'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

interface ConceptFilterProps {
  selected: readonly string[]
  onChange: (conceptIds: readonly string[]) => void
}

/** Content under a concept, or under what is below it. */
export function ConceptFilter({ selected, onChange }: ConceptFilterProps) {
  const { t } = useTranslation()
  const options = useApiQueryOptions()
  const { data: taxonomies = [] } = useApiQuery('taxonomies.getTaxonomies', {}, { failureGoesTo: 'screen' })
  const trees = useQueries({
    queries: taxonomies.map(({ taxonomyId }) => ({
      ...options('taxonomies.getTaxonomy', { params: { taxonomyId } }),
      meta: { failureGoesTo: 'screen' },
      staleTime: 60_000,
    })),
  })
  const choices = trees.flatMap(({ data }) => {
    const names = new Map(data?.concepts.map((concept) => [concept.conceptId, concept.friendlyName]))
    return (data?.concepts ?? []).map(({ conceptId, friendlyName, parentConceptId }) => ({
      value: conceptId,
      // Two concepts may have one name; what they stand under tells them apart.
      label: `${friendlyName} · ${parentConceptId ? (names.get(parentConceptId) ?? '') : data?.friendlyName}`,
    }))
  })
  return <FilterMenu label={t('content.filter.concept')} options={choices} selected={selected} onChange={onChange} />
}
