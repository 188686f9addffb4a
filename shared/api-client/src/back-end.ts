import type { Method } from '@pim/contract/core/route.ts'
import { parseInSlices } from './parse-in-slices.ts'

export interface BackEndRequest {
  /** Default `GET`. */
  method?: Method
  query?: Record<string, unknown>
  /** Sent as JSON. */
  body?: unknown
  /** Sent in place of a body, as the part `file` of a form. */
  file?: Blob
  fileName?: string
  signal?: AbortSignal
  /** Milliseconds; 0 for no timeout. */
  timeout?: number
  /** Calls for this tenant in place of the current one. */
  tenantId?: string
  /** Progress of a file, as a share from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Makes a call of the back end of a section. The path begins with a slash. The answer is its JSON, a `Blob` of anything else, or
 * `undefined` where there is none; an error that the back end itself has answered is the `cause` of the `ApiError`.
 */
export type CallBackEnd = (section: string, path: string, request?: BackEndRequest) => Promise<unknown>

/** The part of an operation's name, and of a query's key, that says whose back end is called. */
export const backEndOf = (section: string): string => `x/${section}`

export const pathOfBackEnd = (section: string, path: string): string => `/api/x/${section}${path}`

/** Tells a problem of this server from an answer of a back end, which is never sent as one. */
export const isOwnProblem = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/problem+json') === true

export async function readBackEnd(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = /[/+]json(?:;|$)/.test(response.headers.get('content-type') ?? '')
  return isJson ? parseInSlices(await response.text()) : response.blob()
}

/** Kept beside the clients, because their members are the calls of the contract. */
export const backEndCalls = new WeakMap<object, CallBackEnd>()

export function callBackEndOf(client: object): CallBackEnd {
  const found = backEndCalls.get(client)
  if (!found) throw new Error('This client was not made by createApiClient.')
  return found
}
