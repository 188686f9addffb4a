import {
  type QueryClient,
  QueryClientProvider,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { ApiError } from './api-error.ts'
import { type BackEndRequest, callBackEndOf } from './back-end.ts'
import type { ApiClient, CallOptions } from './client.ts'
import { followingClient } from './following-client.ts'
import type { Operation, RequestArgs, RequestOf, ResponseOf } from './operations.ts'
import type { FailureGoesTo } from './query-client.ts'
import { keyOfBackEnd, queryKeyOf } from './query-keys.ts'
import { topicChangesOf } from './topic-changes.ts'

export { createPimQueryClient, type FailureGoesTo } from './query-client.ts'
export type { ApiQueryKey } from './query-keys.ts'
export { invalidateTopics } from './retired-topics.ts'

interface Api {
  client: ApiClient
  tenantId: string | undefined
}

const ApiContext = createContext<Api | undefined>(undefined)

interface ApiProviderProps extends Api {
  queryClient: QueryClient
  children: ReactNode
}

export function ApiProvider({ client, tenantId, queryClient, children }: ApiProviderProps) {
  const api = useMemo(
    () => ({ client: followingClient(client, queryClient, tenantId), tenantId }),
    [client, queryClient, tenantId],
  )
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiContext>
  )
}

function useApiContext(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('There is no ApiProvider above this component.')
  return api
}

/**
 * The API client of the current tenant, for calls that are neither a query nor a mutation: loops, bytes, background work.
 * After each call the queries that read what it changes are refetched; those of several calls in a row once.
 */
export const useApi = (): ApiClient => useApiContext().client

/**
 * A function that resolves once all that is shown was read after the calls that ended before. With `left` it reads what
 * calls with `leaves` left stale on the screen as well. It never rejects.
 */
export function useRefreshed(): (options?: { left?: boolean }) => Promise<void> {
  const queryClient = useQueryClient()
  return topicChangesOf(queryClient).fresh
}

/**
 * Key and fetch function of a call, for `useQueries`, `prefetchQuery` and `setQueryData`; otherwise use `useApiQuery`.
 */
export function apiQuery<O extends Operation>(api: Api, operation: O, request: RequestOf<O>) {
  return queryOptions<ResponseOf<O>, ApiError>({
    queryKey: queryKeyOf(api.tenantId, operation, request),
    queryFn: ({ signal }) =>
      api.client.call(operation, request, { signal, ...(api.tenantId ? { tenantId: api.tenantId } : {}) }),
  })
}

/** Like `apiQuery`, for the current tenant. */
export function useApiQueryOptions() {
  const api = useApiContext()
  return <O extends Operation>(operation: O, ...[request]: RequestArgs<O, []>) =>
    apiQuery(api, operation, (request ?? {}) as RequestOf<O>)
}

export interface ApiQueryOptions<Answer, Data>
  extends Omit<
    UseQueryOptions<Answer, ApiError, Data>,
    'queryKey' | 'queryFn' | 'meta' | 'placeholderData' | 'throwOnError' | 'suspense'
  > {
  /** Default `page`: a failure shows the error page. `screen`: the screen shows the failure itself. */
  failureGoesTo?: FailureGoesTo
  /** Shows the previous answer while the next one loads: for paging, sorting and filtering. */
  keepPrevious?: boolean
}

/** A query by operation name: `useApiQuery('contentItem.getItem', { params })`. */
export function useApiQuery<O extends Operation, Data = ResponseOf<O>>(
  operation: O,
  ...[request, options = {}]: RequestArgs<O, [ApiQueryOptions<ResponseOf<O>, Data>]>
): UseQueryResult<Data, ApiError> {
  const api = useApiContext()
  const { failureGoesTo, keepPrevious, ...rest } = options
  const { queryKey, queryFn } = apiQuery(api, operation, (request ?? {}) as RequestOf<O>)
  return useQuery<ResponseOf<O>, ApiError, Data>({
    ...rest,
    queryKey,
    ...(queryFn ? { queryFn } : {}),
    meta: failureGoesTo ? { failureGoesTo } : {},
    ...(keepPrevious ? { placeholderData: previousOfSameTenant<O, Data>(queryKey[0]) } : {}),
  })
}

type Placeholder<O extends Operation, Data> = NonNullable<
  UseQueryOptions<ResponseOf<O>, ApiError, Data>['placeholderData']
>

/** Keeps the previous answer only within one tenant, so that a list of another tenant is never shown. */
function previousOfSameTenant<O extends Operation, Data>(owner: unknown): Placeholder<O, Data> {
  const pick = (previous: unknown, query?: { queryKey: readonly unknown[] }) =>
    query?.queryKey[0] === owner ? previous : undefined
  return pick as Placeholder<O, Data>
}

export interface ApiMutationOptions<O extends Operation, Context>
  extends Omit<UseMutationOptions<ResponseOf<O>, ApiError, RequestOf<O>, Context>, 'mutationFn' | 'meta'> {
  /** Default `screen` where `onError` is given, else `page`. Give `screen` where `mutateAsync` is caught. */
  failureGoesTo?: FailureGoesTo
  call?: CallOptions
}

/**
 * A mutation by operation name: `useApiMutation('contentVariation.publish')`. As after each call, the queries that
 * read a topic which it changes are refetched; the contract names these topics.
 */
export function useApiMutation<O extends Operation, Context = unknown>(
  operation: O,
  options: ApiMutationOptions<O, Context> = {},
): UseMutationResult<ResponseOf<O>, ApiError, RequestOf<O>, Context> {
  const { client, tenantId } = useApiContext()
  const { failureGoesTo = options.onError ? 'screen' : 'page', call, ...rest } = options
  return useMutation<ResponseOf<O>, ApiError, RequestOf<O>, Context>({
    ...rest,
    mutationFn: (request) => client.call(operation, request, { ...(tenantId ? { tenantId } : {}), ...call }),
    meta: { failureGoesTo },
  })
}

/**
 * A function that calls the back end of a section, at the address that the operator has set: `call('/orders/5')`. The answer is
 * its JSON, or a `Blob`. After each call that is no `GET`, what `useBackEndQuery` shows of this back end is read again.
 */
export function useBackEnd(section: string): (path: string, request?: BackEndRequest) => Promise<unknown> {
  const { client } = useApiContext()
  return useCallback((path, request) => callBackEndOf(client)(section, path, request), [client, section])
}

export interface BackEndQueryOptions<Data>
  extends Omit<
    UseQueryOptions<unknown, ApiError, Data>,
    'queryKey' | 'queryFn' | 'meta' | 'throwOnError' | 'suspense'
  > {
  query?: Record<string, unknown>
  /** Default `screen`: the rest of the screen may not need the back end. */
  failureGoesTo?: FailureGoesTo
}

/** Reads from the back end of a section, kept by tenant as answers of the API are. `select` may check what came. */
export function useBackEndQuery<Data = unknown>(
  section: string,
  path: string,
  { query, failureGoesTo = 'screen', ...rest }: BackEndQueryOptions<Data> = {},
): UseQueryResult<Data, ApiError> {
  const { client, tenantId } = useApiContext()
  return useQuery<unknown, ApiError, Data>({
    ...rest,
    queryKey: [...keyOfBackEnd(tenantId, section), path, query ?? {}],
    queryFn: ({ signal }) =>
      callBackEndOf(client)(section, path, { signal, ...(query && { query }), ...(tenantId ? { tenantId } : {}) }),
    meta: { failureGoesTo },
  })
}
