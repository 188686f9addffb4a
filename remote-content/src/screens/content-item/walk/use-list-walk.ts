import { useApi, useApiQueryOptions } from '@pim/api-client/react'
import { useProblemWords } from '@pim/content-kit/plan'
import type { SearchInput } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Direction, WalkState } from '../../../parts/walk/list-walk.ts'
import { neighbour, placeIn, readWalkState, seenIds } from '../../../parts/walk/walk-steps.ts'
import { useRequestOfOne } from '../content-item.api.ts'

interface ListWalkOptions {
  contentItemId: string
  /** Saves what is typed; whether that worked. */
  save: () => Promise<boolean>
  /** The field that the next item is opened at. */
  fieldAt: () => string | undefined
}

/** The steps to the items beside this one in the list that it was opened from; undefined where there is no such list. */
export function useListWalk({ contentItemId, save, fieldAt }: ListWalkOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const feedback = useFeedback()
  const problemText = useProblemWords()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const { state } = useLocation()
  const walk = useMemo(() => readWalkState(state)?.walk, [state])
  const isGoing = useRef(false)
  useNextPrefetched(walk && seenIds(walk)[seenIds(walk).indexOf(contentItemId) + 1])
  const place = walk && placeIn(walk, contentItemId)
  if (walk === undefined || place === undefined) return undefined

  const go = async (direction: Direction, byButton: boolean) => {
    const field = fieldAt()
    if (!(await save())) return feedback.error(t('content.step.unsaved'))
    const read = (body: SearchInput) => api.search.searchUserContent({ body }, { tenantId })
    const found = await neighbour(walk, contentItemId, direction, read)
    if (found === undefined) return feedback.info(t(`content.walk.${direction}End`))
    const next = new URLSearchParams(address)
    next.delete('field')
    if (field !== undefined && !byButton) next.set('field', field)
    const state: WalkState = { walk: found.walk, came: { direction, byButton } }
    // In the place of this entry of the history: the browser's back button leads to the list.
    await navigate({ pathname: `/content-item/${found.id}`, search: next.toString() }, { replace: true, state })
  }
  return {
    place,
    total: walk.total,
    isCapped: walk.isCapped,
    /** The focus stays on the button, or else in the same field. */
    go: async (direction: Direction, byButton = false) => {
      // A key that is held down asks again before the next item is there.
      if (isGoing.current) return
      isGoing.current = true
      await go(direction, byButton).catch((failure: unknown) => feedback.error(problemText(failure)))
      isGoing.current = false
    },
  }
}

/** Reads the next item ahead, so that it is there at once. */
function useNextPrefetched(contentItemId: string | undefined): void {
  const queryClient = useQueryClient()
  const optionsOf = useApiQueryOptions()
  const requestOf = useRequestOfOne()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => {
    if (contentItemId === undefined) return
    const request = requestOf(contentItemId)
    void queryClient.prefetchQuery(optionsOf('contentItem.getItem', request))
    void queryClient.prefetchQuery(optionsOf('contentItem.getItemVariations', request))
  }, [contentItemId])
}
