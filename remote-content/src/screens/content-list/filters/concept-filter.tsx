import { useApiQuery, useApiQueryOptions } from '@pim/api-client/react'
import type { TaxonomyWithConcepts } from '@pim/contract'
import { FilterMenu, type FilterOption } from '@pim/ui'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ConceptFilterProps {
  selected: readonly string[]
  onChange: (conceptIds: readonly string[]) => void
}

/**
 * Content under a concept, or under what is below it. The trees are fetched when somebody wants to choose from them, or
 * has chosen: a tenant may have a hundred thousand concepts, and the list is there without them.
 */
export function ConceptFilter({ selected, onChange }: ConceptFilterProps) {
  const { t } = useTranslation()
  const options = useApiQueryOptions()
  const [isOpened, setOpened] = useState(false)
  const enabled = isOpened || selected.length > 0
  const { data: taxonomies } = useApiQuery('taxonomies.getTaxonomies', {}, { failureGoesTo: 'screen', enabled })
  const trees = useQueries({
    queries: (taxonomies ?? []).map(({ taxonomyId }) => ({
      ...options('taxonomies.getTaxonomy', { params: { taxonomyId } }),
      meta: { failureGoesTo: 'screen' },
      staleTime: 60_000,
      structuralSharing: false,
      enabled,
    })),
  })
  const isLoading = !taxonomies || trees.some(({ isPending }) => isPending)
  return (
    <FilterMenu
      label={t('content.filter.concept')}
      options={isLoading ? undefined : trees.flatMap(({ data }) => (data ? choicesOf(data) : []))}
      selected={selected}
      onChange={onChange}
      onOpen={() => setOpened(true)}
    />
  )
}

const known = new WeakMap<TaxonomyWithConcepts, FilterOption[]>()

/** Made once for each tree as it came, not at each drawing of the list. */
function choicesOf(tree: TaxonomyWithConcepts): FilterOption[] {
  const made = known.get(tree)
  if (made) return made
  const names = new Map(tree.concepts.map((concept) => [concept.conceptId, concept.friendlyName]))
  const choices = tree.concepts.map(({ conceptId, friendlyName, parentConceptId }) => ({
    value: conceptId,
    // Two concepts may have one name; what they stand under tells them apart.
    label: `${friendlyName} · ${parentConceptId ? (names.get(parentConceptId) ?? '') : tree.friendlyName}`,
  }))
  known.set(tree, choices)
  return choices
}
