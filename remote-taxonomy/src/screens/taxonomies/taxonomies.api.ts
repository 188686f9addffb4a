import { ApiError } from '@pim/api-client'
import { useApi, useApiMutation, useApiQuery, useApiQueryOptions, useRefreshed } from '@pim/api-client/react'
import { againWhile, useVariations } from '@pim/content-kit'
import type { Concept, ConceptStep, Problem, TaxonomyWithConcepts } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { indexTree } from '@pim/ui/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { nodesOf, type ShownConcept, withConcept, withoutConcept } from './tree-moves.ts'

export const useTaxonomyList = () =>
  useApiQuery('taxonomies.getTaxonomies', {}, { refetchInterval: againWhile(({ length }) => length === 0) })

export const treeIsFreshFor = 30_000

/** A tree in the variation that one works in. The default one is asked for without its id: its names are in every tree. */
export function useTreeRequest() {
  const { current } = useVariations()
  const variationId = current?.isDefault ? undefined : current?.variationId
  return {
    isKnown: current !== undefined,
    requestOf: (taxonomyId: string) => ({ params: { taxonomyId }, ...(variationId && { query: { variationId } }) }),
  }
}

/** A taxonomy with all its concepts. The column that shows it shows its failure too: the rest of the screen goes on. */
export function useWholeTree(taxonomyId: string | undefined) {
  const { requestOf, isKnown } = useTreeRequest()
  return useApiQuery('taxonomies.getTaxonomy', requestOf(taxonomyId ?? ''), {
    enabled: taxonomyId !== undefined && isKnown,
    failureGoesTo: 'screen',
    staleTime: treeIsFreshFor,
    structuralSharing: (before, after) => withIndex(keepIfSame(before as never, after as never)),
  })
}

/** Made as soon as the concepts are there, in a turn before the one that draws them: both in one would be felt. */
function withIndex(tree: TaxonomyWithConcepts): TaxonomyWithConcepts {
  indexTree(nodesOf(tree.concepts))
  return tree
}

/** The usual comparison walks every property of every concept, twice; a hundred thousand of them would be felt. */
function keepIfSame(before: TaxonomyWithConcepts | undefined, after: TaxonomyWithConcepts): TaxonomyWithConcepts {
  if (before?.concepts.length !== after.concepts.length) return after
  const isSame = after.concepts.every((concept, at) => {
    const known = before.concepts[at]
    return (
      known?.conceptId === concept.conceptId &&
      known.parentConceptId === concept.parentConceptId &&
      known.friendlyName === concept.friendlyName &&
      known.name === concept.name &&
      known.description === concept.description &&
      known.version === concept.version
    )
  })
  return isSame ? { ...after, concepts: before.concepts } : after
}

type Change = (concepts: readonly ShownConcept[]) => readonly ShownConcept[]

/** A change that was written, and when: it is laid over parts of a tree that were read before that. */
export interface TreeChange {
  readonly at: number
  readonly change: Change
}
export const changesKey = (taxonomyId: string | undefined) => ['changes of a tree', taxonomyId]
const maxChangesKept = 20

/** Puts what a write has answered into the tree at once; what is shown of it is read again behind that. */
export function useTreeUpdate() {
  const queryClient = useQueryClient()
  const options = useApiQueryOptions()
  const { requestOf } = useTreeRequest()
  return (taxonomyId: string, change: Change) => {
    queryClient.setQueryData<TaxonomyWithConcepts>(
      options('taxonomies.getTaxonomy', requestOf(taxonomyId)).queryKey,
      (tree) => tree && { ...tree, concepts: [...change(tree.concepts)] },
    )
    queryClient.setQueryData<readonly TreeChange[]>(changesKey(taxonomyId), (before = []) =>
      [...before, { at: Date.now(), change }].slice(-maxChangesKept),
    )
  }
}

export const useCreateTaxonomy = () => useApiMutation('taxonomies.createTaxonomy', { failureGoesTo: 'screen' })
export const useChangeTaxonomy = () => useApiMutation('taxonomies.changeTaxonomy', { failureGoesTo: 'screen' })

/** Its tree may be on the screen until the next one is drawn: the list is read again, and what is gone is not. */
export function useDeleteTaxonomy() {
  const api = useApi()
  const queryClient = useQueryClient()
  const options = useApiQueryOptions()
  const { externalId: tenantId } = useTenant()
  return async (taxonomyId: string, detach: boolean, ifMatch: number | undefined) => {
    await api.taxonomies.deleteTaxonomy(
      { params: { taxonomyId }, query: { detach }, ifMatch },
      { tenantId, leaves: ['taxonomies'] },
    )
    void queryClient.refetchQueries({ queryKey: options('taxonomies.getTaxonomies').queryKey })
  }
}

export function useCreateConcept() {
  const update = useTreeUpdate()
  return useApiMutation('taxonomies.createConcept', {
    failureGoesTo: 'screen',
    onSuccess: (concept, { params }) => void update(params.taxonomyId, (concepts) => withConcept(concepts, concept)),
  })
}

export function useChangeConcept() {
  const update = useTreeUpdate()
  return useApiMutation('taxonomies.changeConcept', {
    failureGoesTo: 'screen',
    onSuccess: (changed, { params }) =>
      void update(params.taxonomyId, (concepts) =>
        concepts.map((concept) =>
          concept.conceptId === changed.conceptId
            ? { ...inSameLanguage(changed, concept), ...countOf(concept) }
            : concept,
        ),
      ),
  })
}

/** A change answers the default language alone: the name in another one stays as it was until the tree is read again. */
const inSameLanguage = (changed: Concept, { name, nameLanguage }: Concept): Concept =>
  name === undefined ? changed : { ...changed, name, nameLanguage }

const countOf = ({ childCount }: ShownConcept) => (childCount === undefined ? {} : { childCount })

/** With its words in all languages, which the tree has not. */
export const useConceptWords = (taxonomyId: string, conceptId: string) =>
  useApiQuery('taxonomies.getConcept', { params: { taxonomyId, conceptId } }, { failureGoesTo: 'screen' })
export const useChangeWords = () => useApiMutation('taxonomies.changeConceptWords', { failureGoesTo: 'screen' })

/** What merging a concept, or giving its content away, would do; counted anew each time. */
export const useConceptPlan = (taxonomyId: string, conceptId: string, step: ConceptStep | undefined) =>
  useApiQuery(
    'taxonomies.planConceptStep',
    { params: { taxonomyId, conceptId }, body: step ?? { kind: 'merge', conceptId } },
    { enabled: step !== undefined, failureGoesTo: 'screen', staleTime: 0 },
  )
export const useTakeConceptStep = () => useApiMutation('taxonomies.takeConceptStep', { failureGoesTo: 'screen' })

export function useDeleteConcept() {
  const update = useTreeUpdate()
  return useApiMutation('taxonomies.deleteConcept', {
    failureGoesTo: 'screen',
    onSuccess: (_answer, { params }) =>
      void update(params.taxonomyId, (concepts) => withoutConcept(concepts, params.conceptId)),
  })
}

const usersShown = 5

/** Who uses a concept, or one below it. */
export function useConceptUsers(conceptId: string) {
  const { variations, current } = useVariations()
  const users = useApiQuery(
    'search.searchAll',
    {
      body: {
        paging: { pageNumber: 1, pageSize: usersShown },
        variationId: current?.variationId,
        filtering: { conceptIds: [conceptId], includeDescendants: true },
      },
    },
    { enabled: variations !== undefined, failureGoesTo: 'screen', staleTime: treeIsFreshFor },
  )
  return { ...users, variations }
}

/** A concept and all below it, parents first, also those that the screen has not read; for as few as can be brought back. */
export function useReadSubtree() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  return useCallback(
    async (taxonomyId: string, concept: Concept): Promise<Concept[]> => {
      const found = [concept]
      // The list grows while it is walked.
      for (const { conceptId } of found) {
        const query = { parentConceptId: conceptId }
        const page = await api.taxonomies.getConceptChildren({ params: { taxonomyId }, query }, { tenantId })
        found.push(...page.concepts)
      }
      return found
    },
    [api, tenantId],
  )
}

/** How many concepts are asked for at once. */
const atOnce = 10

/** The concepts with their codes and their words in all languages: what brings them back as they were. */
export function useWithWords() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  return useCallback(
    async (taxonomyId: string, concepts: readonly Concept[]): Promise<Concept[]> => {
      const whole: Concept[] = []
      for (let at = 0; at < concepts.length; at += atOnce) {
        const asked = concepts.slice(at, at + atOnce).map(({ conceptId, parentConceptId, position }) =>
          api.taxonomies
            .getConcept({ params: { taxonomyId, conceptId } }, { tenantId })
            // The tree says in which order they are made.
            .then((concept) => ({ ...concept, parentConceptId, position })),
        )
        whole.push(...(await Promise.all(asked)))
      }
      return whole
    },
    [api, tenantId],
  )
}

/**
 * Makes what was deleted anew, parents first, and moves `children` back below the first of them. It is the same to look
 * at; its ids are new. Answers the new id of the first.
 */
export function useRestore() {
  const api = useApi()
  const refreshed = useRefreshed()
  const { externalId: tenantId } = useTenant()
  return useCallback(
    async (
      taxonomyId: string,
      concepts: readonly Concept[],
      position?: number,
      children: readonly string[] = [],
    ): Promise<string | undefined> => {
      const newIds = new Map<string, string>()
      try {
        for (const [at, concept] of concepts.entries()) {
          const { friendlyName, description, parentConceptId } = concept
          const parent = parentConceptId && (newIds.get(parentConceptId) ?? parentConceptId)
          const query = { friendlyName, description, parentConceptId: parent ?? '' }
          const made = await api.taxonomies.createConcept(
            { params: { taxonomyId }, query: at === 0 && position !== undefined ? { ...query, position } : query },
            { tenantId },
          )
          newIds.set(concept.conceptId, made.conceptId)
          const { code, names, descriptions, synonyms } = concept
          const body = { ...(code && { code }), names, descriptions, synonyms }
          const hasMore = code || synonyms || [names, descriptions].some((words) => Object.keys(words ?? {}).length > 1)
          if (hasMore) {
            const params = { taxonomyId, conceptId: made.conceptId }
            await api.taxonomies.changeConceptWords({ params, body }, { tenantId })
          }
        }
        const first = newIds.values().next().value
        for (const [at, conceptId] of first === undefined ? [] : children.entries()) {
          const query = { parentConceptId: first, position: at }
          await api.taxonomies.changeConcept({ params: { taxonomyId, conceptId }, query }, { tenantId })
        }
        return first
      } finally {
        await refreshed()
      }
    },
    [api, refreshed, tenantId],
  )
}

/** What the server said of a failed call. */
export const problemOf = (failure: unknown): Problem | undefined =>
  failure instanceof ApiError ? failure.problem : undefined
