export type { HttpRequest } from './http-request.ts'

import type { HttpRequest } from './http-request.ts'
import { sendWithProgress } from './upload.ts'

export interface SendOptions {
  signal: AbortSignal
  /** Progress of an upload, as a share from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Sends the request of a call with the user's token where it needs one. Resolves and rejects as `fetch` does. */
export type SendCall = (request: HttpRequest, options: SendOptions) => Promise<Response>

export interface TokenSource {
  getToken?: () => string | undefined | Promise<string | undefined>
  /** Called after a 401; returns a new access token, or `undefined` if there is none. */
  refreshToken?: () => Promise<string | undefined>
  fetch?: typeof fetch
}

/** Sends from where it is called: by `fetch`, or by XMLHttpRequest where somebody wants to see the progress. */
export function sendFromPage(source: TokenSource): SendCall {
  return async (request, options) => {
    if (!request.needsToken) return sendWith(undefined, request, options, source.fetch)
    const response = await sendWith(await source.getToken?.(), request, options, source.fetch)
    if (response.status !== 401 || !source.refreshToken) return response
    const token = await source.refreshToken()
    return token ? sendWith(token, request, options, source.fetch) : response
  }
}

function sendWith(
  token: string | undefined,
  request: HttpRequest,
  { signal, onProgress }: SendOptions,
  fetcher?: typeof fetch,
): Promise<Response> {
  const headers = token ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers
  const body = typeof request.body === 'object' ? formOf(request.body) : (request.body ?? null)
  // A caller's own `fetch` is what sends, though it cannot tell the progress.
  if (onProgress && !fetcher) return sendWithProgress({ ...request, headers, body }, signal, onProgress)
  return (fetcher ?? fetch)(request.url, { method: request.method, headers, body, signal, redirect: 'error' })
}

function formOf({ file, fileName }: { file: Blob; fileName: string }): FormData {
  const form = new FormData()
  form.append('file', file, fileName)
  return form
}
