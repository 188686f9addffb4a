import { useApiQuery } from '@pim/api-client/react'
import type { SavedChoiceKind, SavedChoiceOf } from '@pim/contract'
import { useMemo } from 'react'

export interface Choices<Kind extends SavedChoiceKind> {
  /** One's own and the shared ones, by name; undefined until they are there. */
  readonly choices: readonly SavedChoiceOf<Kind>[] | undefined
  readonly isFailed: boolean
  readonly retry: () => void
}

/** Profiles or views of the tenant. `enabled`: they are asked for once somebody needs them. */
export function useChoices<Kind extends SavedChoiceKind>(kind: Kind, enabled: boolean): Choices<Kind> {
  const { data, isError, refetch } = useApiQuery(
    'savedChoices.getSavedChoices',
    { query: { kind } },
    { enabled, failureGoesTo: 'screen', staleTime: 30_000 },
  )
  const choices = useMemo(() => data?.filter((each): each is SavedChoiceOf<Kind> => each.kind === kind), [data, kind])
  return { choices, isFailed: isError, retry: () => void refetch() }
}
