import { jsonType, matchesEtag } from '../../http/answer.ts'
import type { FirstAnswer } from '../../http/answer-first.ts'
import type { Guards } from '../../http/guard.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { allowanceOf } from './allowance.ts'
import { caching, keyOf } from './handlers.ts'
import type { KeptAnswers } from './kept-answers.ts'

export interface MemoryParts {
  readonly kept: KeptAnswers
  readonly guards: Pick<Guards, 'verifyApiKey' | 'limits'>
  readonly metrics: Metrics
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers a consumer who asks again, letter by letter, what was answered before: the same address, a key that is known
 * to be good now and may have the same. Everything else, and whatever is in doubt, is left to the usual way.
 */
export function answerFromMemory({ kept, guards, metrics, headers }: MemoryParts): FirstAnswer {
  const common = Object.entries({ 'content-type': jsonType, ...caching, ...headers }).flat()
  const commonOfUnchanged = Object.entries({ ...caching, ...headers }).flat()
  return (request, response) => {
    const start = performance.now()
    const { method, url, headers: sent } = request
    const key = sent['x-api-key']
    if (method !== 'GET' || typeof key !== 'string' || url === undefined || !isPlain(sent)) return false
    const grant = guards.verifyApiKey(key)
    if (grant === undefined || grant instanceof Promise) return false
    const answer = kept.peek(keyOf(allowanceOf(grant), url))
    if (answer === undefined || !isAdmitted(guards, grant.apiKeyId)) return false
    const { etag, bytes } = answer
    const isKnown = matchesEtag(sent['if-none-match'], etag)
    if (isKnown) response.writeHead(304, [...commonOfUnchanged, 'etag', etag]).end()
    else response.writeHead(200, [...common, 'etag', etag, 'content-length', String(bytes.length)]).end(bytes)
    metrics.countRequest('delivery.fromMemory', isKnown ? 304 : 200, (performance.now() - start) / 1_000)
    return true
  }
}

/** Nothing that the usual way would look at twice: another tenant's name, a body. */
const isPlain = (sent: Readonly<Record<string, unknown>>): boolean =>
  sent['x-tenant-id'] === undefined && sent['content-length'] === undefined && sent['transfer-encoding'] === undefined

/** Who has had their share hears so in the usual way, which counts no call that was refused. */
function isAdmitted({ limits }: MemoryParts['guards'], apiKeyId: string): boolean {
  try {
    limits.admit(`key:${apiKeyId}`)
    return true
  } catch {
    return false
  }
}
