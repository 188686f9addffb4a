import type { SendCall } from '@pim/api-client/send'

/** Of the whole call, in milliseconds. */
const deadlineMs = 30_000

/**
 * Asks for what every first screen needs while the application is still on its way. The first call for each of these
 * addresses gets that answer; all other calls, and one whose early answer did not come, are sent as always.
 */
export function withEarlyAnswers(send: SendCall, urls: readonly string[], needsToken: boolean): SendCall {
  const answers = new Map(
    urls.map((url) => {
      const request = { method: 'GET', url, headers: { accept: 'application/json' }, body: undefined, needsToken }
      const answer = send(request, { signal: AbortSignal.timeout(deadlineMs) })
      answer.catch(() => undefined)
      return [url, answer]
    }),
  )
  return (request, options) => {
    const answer = request.method === 'GET' ? answers.get(request.url) : undefined
    answers.delete(request.url)
    return answer ? answer.catch(() => send(request, options)) : send(request, options)
  }
}
