import { useApiMutation } from '@pim/api-client/react'
import { useFeedback } from '@pim/shell'
import type { TreeMove } from '@pim/ui/tree'
import { useMutationState } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf, useTreeUpdate } from './taxonomies.api.ts'
import { placeOf, type ShownConcept, shownName, withMove, withVersion } from './tree-moves.ts'
import type { Undoable, UndoHistory } from './use-undo.ts'

interface MoveRequest {
  params: { taxonomyId: string; conceptId: string }
  query: { parentConceptId: string; position: number }
}

/**
 * Moves that are seen at once. Those under way are laid over what the server last said, so that a refusal takes back
 * that move alone; they go out one after the other, since each counts places as the one before left them.
 */
export function useMoves(
  taxonomyId: string,
  stored: readonly ShownConcept[] | undefined,
  { remember, drop }: UndoHistory,
) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const update = useTreeUpdate()
  const mutationKey = ['taxonomy-move', taxonomyId]
  const { mutateAsync } = useApiMutation('taxonomies.changeConcept', {
    mutationKey,
    scope: { id: `taxonomy-move-${taxonomyId}` },
    failureGoesTo: 'screen',
    onSuccess: ({ version }, request) =>
      void update(request.params.taxonomyId, (concepts) =>
        withVersion(withMove(concepts, moveIn(request as MoveRequest)), request.params.conceptId, version),
      ),
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as MoveRequest,
  })
  const concepts = useMemo(
    () => stored && pending.reduce<readonly ShownConcept[]>((tree, request) => withMove(tree, moveIn(request)), stored),
    [stored, pending],
  )

  const known = useRef({ concepts, pending })
  known.current = { concepts, pending }
  const send = useCallback(
    ({ id, parentId, position }: TreeMove) => {
      const { concepts: shown, pending: before } = known.current
      // The version that it gets from a move that is under way is not known yet.
      const isUnderWay = before.some(({ params }) => params.conceptId === id)
      return mutateAsync({
        params: { taxonomyId, conceptId: id },
        query: { parentConceptId: parentId ?? '', position },
        ifMatch: isUnderWay ? undefined : shown?.find(({ conceptId }) => conceptId === id)?.version,
      })
    },
    [mutateAsync, taxonomyId],
  )

  /** Rejects where the server refuses; whoever asked says so. */
  const move = useCallback(
    async (wanted: TreeMove) => {
      const before = concepts && placeOf(concepts, wanted.id)
      const name = nameOf(concepts, wanted.id) ?? ''
      const step: Undoable | undefined = before && {
        label: t('taxonomy.undo.move', { name }),
        run: () =>
          void send(before).catch((failure: unknown) =>
            feedback.error(t(moveFailureKey(failure), { name, reason: problemOf(failure)?.message ?? '' })),
          ),
      }
      if (step) remember(step)
      try {
        await send(wanted)
      } catch (failure) {
        if (step) drop(step)
        throw failure
      }
      if (!step || before?.parentId === wanted.parentId) return
      const parent = nameOf(concepts, wanted.parentId)
      feedback.success(parent ? t('taxonomy.move.done', { name, parent }) : t('taxonomy.move.doneTop', { name }), {
        label: t('taxonomy.undo.button'),
        run: () => {
          drop(step)
          step.run()
        },
      })
    },
    [concepts, send, remember, drop, feedback, t],
  )

  /** For the tree, where a refused move simply goes back and says why. */
  const moveInTree = useCallback(
    (wanted: TreeMove) =>
      void move(wanted).catch((failure: unknown) => {
        const name = nameOf(concepts, wanted.id) ?? ''
        feedback.error(t(moveFailureKey(failure), { name, reason: problemOf(failure)?.message ?? '' }))
      }),
    [move, concepts, feedback, t],
  )
  return { concepts, move, moveInTree }
}

const nameOf = (concepts: readonly ShownConcept[] | undefined, id: string | null): string | undefined => {
  const concept = concepts?.find(({ conceptId }) => conceptId === id)
  return concept && shownName(concept)
}

const moveIn = ({ params, query }: MoveRequest): TreeMove => ({
  id: params.conceptId,
  parentId: query.parentConceptId || null,
  position: query.position,
})

/** The key of what a refused move comes to, in our own words where there are some. */
export function moveFailureKey(failure: unknown): string {
  switch (problemOf(failure)?.code) {
    case 'NAME_CONFLICT':
      return 'taxonomy.move.nameTaken'
    case 'PRECONDITION_FAILED':
      return 'taxonomy.move.overtaken'
    case 'CONCEPT_CYCLE':
      return 'taxonomy.move.cycle'
    case 'NOT_FOUND':
      return 'taxonomy.move.gone'
    case 'INVALID_REQUEST':
      return 'taxonomy.move.tooDeep'
    default:
      return 'taxonomy.move.failed'
  }
}
