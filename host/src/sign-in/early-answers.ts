import type { SendCall } from '@pim/api-client/send'

/** Of the whole call, in milliseconds. */
const deadlineMs = 30_000

/** As index.html has it. */
const nothingWritten = 'null'
const tenantHeader = 'x-tenant-id'

export interface EarlyCall {
  readonly url: string
  /** For a call of a tenant. Its answer is for calls of the same tenant alone. */
  readonly tenantId?: string | undefined
}

/** Answers the first call for `url` with what the server wrote into the page, where it wrote it. */
export function withAnswerOfPage(send: SendCall, url: string, text: string | undefined): SendCall {
  let answer = text === undefined || text === nothingWritten ? undefined : text
  return (request, options) => {
    if (answer === undefined || request.method !== 'GET' || request.url !== url) return send(request, options)
    const response = new Response(answer, { headers: { 'content-type': 'application/json' } })
    answer = undefined
    return Promise.resolve(response)
  }
}

/**
 * Asks for what every first screen needs while the application is still on its way. The first call for each of these
 * addresses gets that answer; all other calls, and one whose early answer did not come, are sent as always.
 */
export function withEarlyAnswers(send: SendCall, calls: readonly EarlyCall[], needsToken: boolean): SendCall {
  const answers = new Map(
    calls.map(({ url, tenantId }) => {
      const headers = { accept: 'application/json', ...(tenantId !== undefined && { [tenantHeader]: tenantId }) }
      const request = { method: 'GET', url, headers, body: undefined, needsToken }
      const answer = send(request, { signal: AbortSignal.timeout(deadlineMs) })
      answer.catch(() => undefined)
      return [url, { answer, tenantId }]
    }),
  )
  return (request, options) => {
    const early = request.method === 'GET' ? answers.get(request.url) : undefined
    answers.delete(request.url)
    const answer = early?.tenantId === request.headers[tenantHeader] ? early?.answer : undefined
    return answer ? answer.catch(() => send(request, options)) : send(request, options)
  }
}
