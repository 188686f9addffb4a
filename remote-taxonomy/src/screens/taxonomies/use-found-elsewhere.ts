import { useApiQuery } from '@pim/api-client/react'
import { useVariations } from '@pim/content-kit'
import { maxPageSize } from '@pim/contract/core/page-sizes.ts'
import { useMemo } from 'react'

interface FoundElsewhere {
  /** Concepts of the tree that have the text in a language, as a synonym or as their code. */
  readonly ids: ReadonlySet<string> | undefined
  readonly isSearching: boolean
  /** The text that they were found by, where nothing has what was typed. */
  readonly shownFor: string | undefined
  /** There may be more than those that were found. */
  readonly hasMore: boolean
}

const freshFor = 30_000

/** What the server finds in the words that a tree does not have: other languages, synonyms, codes, and with typing errors. */
export function useFoundElsewhere(taxonomyId: string | undefined, searchText: string): FoundElsewhere {
  const { current } = useVariations()
  const text = searchText.trim()
  const { data, isFetching, isError } = useApiQuery(
    'taxonomies.searchConcepts',
    {
      body: {
        text,
        taxonomyIds: [taxonomyId ?? ''],
        limit: maxPageSize,
        ...(current && { variationId: current.variationId }),
      },
    },
    {
      enabled: text !== '' && taxonomyId !== undefined && current !== undefined,
      failureGoesTo: 'screen',
      staleTime: freshFor,
    },
  )
  const ids = useMemo(() => data && new Set(data.map(({ conceptId }) => conceptId)), [data])
  return {
    ids,
    isSearching: text !== '' && isFetching && !isError,
    shownFor: data?.[0]?.shownFor,
    hasMore: data?.length === maxPageSize,
  }
}
