import { useApiQueryOptions } from '@pim/api-client/react'
import { useVariations } from '@pim/content-kit'
import { maxPageSize } from '@pim/contract/core/page-sizes.ts'
import type { MissingPlace } from '@pim/ui/tree'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { changesKey, type TreeChange, treeIsFreshFor, useTreeRequest, useWholeTree } from './taxonomies.api.ts'
import { type ShownConcept, withTheirParents } from './tree-moves.ts'
import { useFoundElsewhere } from './use-found-elsewhere.ts'

/** Up to so many concepts, some 40 kB as they are sent, a tree is read whole, and searched here while somebody types. */
const wholeUpTo = 2_000

/** So many pages of children are kept up to date; what is scrolled to again after that is read again. */
const maxPages = 60

/** The concepts of a taxonomy as far as they are read: all of a small one; of a large one those that were looked at. */
export interface Tree {
  readonly concepts: readonly ShownConcept[] | undefined
  /** How many stand at the top; undefined where all concepts are there. */
  readonly rootCount: number | undefined
  readonly error: unknown
  /** Some of what is in sight could not be read. */
  readonly hasGaps: boolean
  /** The selected concept, or what the search has found, is being read. */
  readonly isLocating: boolean
  readonly retry: () => void
  readonly onMissing: ((places: readonly MissingPlace[]) => void) | undefined
}

interface Wanted {
  readonly taxonomyId: string | undefined
  /** Undefined: not known yet. */
  readonly conceptCount: number | undefined
  readonly selectedId?: string | undefined
  readonly searchText: string
}

export function useTree({ taxonomyId, conceptCount, selectedId, searchText }: Wanted): Tree {
  const isLarge = (conceptCount ?? 0) > wholeUpTo
  const isKnown = conceptCount !== undefined
  const whole = useWholeTree(isLarge || !isKnown ? undefined : taxonomyId)
  const parts = useParts(isLarge ? taxonomyId : undefined, selectedId, searchText)
  if (isLarge) return parts
  return {
    concepts: whole.data?.concepts,
    rootCount: undefined,
    error: whole.data ? undefined : whole.error,
    hasGaps: false,
    isLocating: false,
    retry: () => void whole.refetch(),
    onMissing: undefined,
  }
}

interface Page {
  readonly parentId: string | null
  readonly number: number
}
const firstPage: Page = { parentId: null, number: 0 }
const isSame = (one: Page, other: Page) => one.parentId === other.parentId && one.number === other.number
const noChanges: readonly TreeChange[] = []

function useParts(taxonomyId: string | undefined, selectedId: string | undefined, searchText: string): Tree {
  const options = useApiQueryOptions()
  const { requestOf, isKnown } = useTreeRequest()
  const { current } = useVariations()
  const elsewhere = useFoundElsewhere(taxonomyId, searchText)
  const [asked, setAsked] = useState<{ taxonomyId: string | undefined; pages: readonly Page[] }>()
  const pages = asked && asked.taxonomyId === taxonomyId ? asked.pages : [firstPage]
  const enabled = taxonomyId !== undefined && isKnown
  const { params, query } = requestOf(taxonomyId ?? '')

  const usual = { enabled, staleTime: treeIsFreshFor, meta: { failureGoesTo: 'screen' as const } }
  const children = useQueries({
    queries: pages.map(({ parentId, number }) => ({
      ...options('taxonomies.getConceptChildren', {
        params,
        query: { ...query, parentConceptId: parentId ?? '', fromPosition: number * maxPageSize, limit: maxPageSize },
      }),
      ...usual,
    })),
  })
  const ofPages = children.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ofPages` stands for what was read
  const inPages = useMemo(
    () => new Set(withTheirParents(children.flatMap(({ data }) => data?.concepts ?? [])).map((each) => each.conceptId)),
    [ofPages],
  )
  const isThere = selectedId === undefined || inPages.has(selectedId)
  const foundIds = elsewhere.ids && elsewhere.ids.size > 0 ? [...elsewhere.ids] : undefined
  const wanted = [isThere || selectedId === undefined ? undefined : [selectedId], foundIds].filter(
    (ids) => ids !== undefined,
  )
  const located = useQueries({
    queries: wanted.map((conceptIds) => ({
      ...options('taxonomies.locateConcepts', { params, body: { ...query, conceptIds } }),
      ...usual,
      enabled: enabled && current !== undefined,
    })),
  })
  const { data: changes = noChanges } = useQuery<readonly TreeChange[]>({
    queryKey: changesKey(taxonomyId),
    queryFn: () => noChanges,
    enabled: false,
    structuralSharing: false,
  })

  // While pages are read again after a change, some are of before and some of after it: all change places together.
  const reads = [...children, ...located]
  const isReadAgain = reads.some(({ isRefetching }) => isRefetching)
  const version = reads.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const shown = useRef<{
    taxonomyId: string | undefined
    concepts: readonly ShownConcept[]
    rootCount: number
    at: number
  }>(undefined)
  const root = children.find((_, at) => pages[at]?.parentId === null && pages[at].number === 0)?.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what was read
  const read = useMemo(() => {
    const byId = new Map<string, ShownConcept>()
    for (const { data } of located) for (const concept of data ?? []) byId.set(concept.conceptId, concept)
    for (const { data } of children) for (const concept of data?.concepts ?? []) byId.set(concept.conceptId, concept)
    return withTheirParents([...byId.values()]).sort((one, other) => one.position - other.position)
  }, [version])
  if (root && (!isReadAgain || shown.current?.taxonomyId !== taxonomyId)) {
    if (shown.current?.concepts !== read || shown.current.rootCount !== root.childCount) {
      const at = Math.min(...reads.filter(({ data }) => data !== undefined).map(({ dataUpdatedAt }) => dataUpdatedAt))
      shown.current = { taxonomyId, concepts: read, rootCount: root.childCount, at }
    }
  }
  const kept = shown.current?.taxonomyId === taxonomyId ? shown.current : undefined
  // What was written after the pages were read is not in them yet.
  const concepts = useMemo(
    () =>
      kept &&
      changes
        .filter(({ at }) => at >= kept.at)
        .reduce<readonly ShownConcept[]>((tree, { change }) => change(tree), kept.concepts),
    [kept, changes],
  )

  const onMissing = useCallback(
    (places: readonly MissingPlace[]) =>
      setAsked((before) => {
        const known = before && before.taxonomyId === taxonomyId ? before.pages : [firstPage]
        const more: Page[] = []
        for (const { parentId, position } of places) {
          const page = { parentId, number: Math.floor(position / maxPageSize) }
          if (![...known, ...more].some((each) => isSame(each, page))) more.push(page)
        }
        if (more.length === 0) return before
        const others = [...known, ...more].filter((each) => !isSame(each, firstPage))
        return { taxonomyId, pages: [firstPage, ...others.slice(-maxPages)] }
      }),
    [taxonomyId],
  )
  const failed = reads.filter(({ isError, data }) => isError && data === undefined)
  return {
    concepts,
    rootCount: kept?.rootCount,
    error: kept ? undefined : failed[0]?.error,
    hasGaps: kept !== undefined && failed.length > 0,
    isLocating: located.some(({ isPending }) => isPending) || elsewhere.isSearching,
    retry: () => {
      for (const each of failed) void each.refetch()
    },
    onMissing,
  }
}

/**
 * For a tree that leaves out one concept: the places behind it are one less than they are. `top`: the node that stands for
 * the taxonomy there.
 */
export function useMissingBeside(onMissing: Tree['onMissing'], top?: string): Tree['onMissing'] {
  return useMemo(
    () =>
      onMissing &&
      ((places) =>
        onMissing(
          places.flatMap(({ parentId, position }) =>
            [position, position + 1].map((each) => ({ parentId: parentId === top ? null : parentId, position: each })),
          ),
        )),
    [onMissing, top],
  )
}
