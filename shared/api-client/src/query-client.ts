import type { Topic } from '@pim/contract'
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { forget } from './query-keys.ts'

/** Who deals with a failure: the screen, which stays as it is, or the error page of the table. */
export type FailureGoesTo = 'screen' | 'page'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failureGoesTo?: FailureGoesTo }
    mutationMeta: { tenantId?: string | undefined; changes?: readonly Topic[]; failureGoesTo?: FailureGoesTo }
  }
}

export interface QueryClientEvents {
  /** A failure that no screen deals with; it leads to the error page of the table. */
  onUnclaimedFailure: (failure: ApiError) => void
}

const unusedDataIsKept = 60_000
const mostRepeats = 2

/** The whole cache policy: what is kept, what is repeated, what is forgotten, and where failures go. */
export function createPimQueryClient({ onUnclaimedFailure }: QueryClientEvents): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: unusedDataIsKept,
        // Two parts of a screen that ask for the same at once ask once.
        staleTime: 1_000,
        networkMode: 'always',
        retry: (repeats, failure) => repeats < mostRepeats && failure instanceof ApiError && failure.isPassing,
      },
      mutations: { gcTime: unusedDataIsKept, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (failure, query) => {
        if (failure instanceof ApiError && isMissed(query)) onUnclaimedFailure(failure)
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_answer, _request, _onMutateResult, { meta }) => {
        if (meta?.changes?.length) void forget(client, meta.tenantId, meta.changes)
      },
      onError: (failure, _request, _onMutateResult, { meta }) => {
        if (failure instanceof ApiError && meta?.failureGoesTo !== 'screen') onUnclaimedFailure(failure)
      },
    }),
  })
  return client
}

/** A read that a screen cannot do without: it is still on show, has nothing to show, and nobody claimed its failure. */
const isMissed = (query: Query<unknown, unknown, unknown>) =>
  query.isActive() && query.state.data === undefined && query.meta?.failureGoesTo !== 'screen'
