import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Who handles a failure: the screen itself, or an error page in its place. */
export type FailureGoesTo = 'screen' | 'page'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failureGoesTo?: FailureGoesTo }
    mutationMeta: { failureGoesTo?: FailureGoesTo }
  }
}

export interface QueryClientEvents {
  /** Called with a failure that no screen handles; the shell then shows an error page. */
  onUnhandledFailure: (failure: ApiError) => void
  /**
   * Called when the server refuses a call with 403, before anything else is done about it: the tenant was paused, or what
   * the person may do in it has changed. Where it was paused, no screen of the tenant can go on, so nothing else is done.
   */
  onTenantRefused?: () => void
}

const unusedDataGcMs = 60_000
const maxRetries = 2

/**
 * Creates the query client with the whole cache policy: how long data is kept, which failures are retried, and who
 * handles failures. Which queries a call makes stale is up to the client of `useApi`.
 */
export function createPimQueryClient({ onUnhandledFailure, onTenantRefused }: QueryClientEvents): QueryClient {
  const isRefusedAsPaused = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError) || failure.kind !== 403) return false
    onTenantRefused?.()
    return failure.problem?.code === 'TENANT_PAUSED' && onTenantRefused !== undefined
  }

  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: unusedDataGcMs,
        // Merges requests: two parts of a screen that mount together fetch the same data once.
        staleTime: 1_000,
        networkMode: 'always',
        retry: (failureCount, failure) =>
          failureCount < maxRetries && failure instanceof ApiError && failure.isTransient,
      },
      mutations: { gcTime: unusedDataGcMs, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (failure, query) => {
        if (!isRefusedAsPaused(failure) && failure instanceof ApiError && needsErrorPage(query))
          onUnhandledFailure(failure)
      },
    }),
    mutationCache: new MutationCache({
      onError: (failure, _request, _onMutateResult, { meta }) => {
        const goesToPage = failure instanceof ApiError && meta?.failureGoesTo !== 'screen'
        if (!isRefusedAsPaused(failure) && goesToPage) onUnhandledFailure(failure)
      },
    }),
  })
}

/**
 * A failed query leads to the error page if it is mounted, has no data to show, and its screen does not handle the
 * failure.
 */
const needsErrorPage = (query: Query<unknown, unknown, unknown>) =>
  query.isActive() && query.state.data === undefined && query.meta?.failureGoesTo !== 'screen'
