import type { ApiKeyGrant } from '../../http/context.ts'
import type { FastPath } from '../../http/fast-path.ts'
import { jsonType, matchesEtag } from '../../http/http-response.ts'
import type { CallTally, RateLimits } from '../../http/rate-limits.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { KeyCheck } from '../api-keys/index.ts'
import { allowanceOf } from './allowance.ts'
import { caching, keyOf } from './handlers.ts'
import type { KeptAnswers } from './kept-answers.ts'

export interface MemoryParts {
  readonly kept: KeptAnswers
  readonly keys: Pick<KeyCheck, 'peek'>
  readonly limits: RateLimits
  readonly calls: Pick<CallTally, 'count'>
  readonly metrics: Metrics
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers from the cache, before the framework sees the request, where address and grant are those of a kept answer.
 * Synchronous by rule: it only looks at what is in memory and starts no look-up, because nobody here would wait for a
 * promise and its rejection would end the process. Everything else goes the usual way, with every check.
 */
export function createDeliveryFastPath({ kept, keys, limits, calls, metrics, headers }: MemoryParts): FastPath {
  const common = Object.entries({ 'content-type': jsonType, ...caching, ...headers }).flat()
  const commonOfUnchanged = Object.entries({ ...caching, ...headers }).flat()
  return (request, response) => {
    const start = performance.now()
    const { method, url, headers: sent } = request
    const key = sent['x-api-key']
    if (method !== 'GET' || typeof key !== 'string' || url === undefined || !isPlain(sent)) return false
    const grant = keys.peek(key)
    if (grant === undefined || grant.tenant.isPaused) return false
    const answer = kept.peek(keyOf(allowanceOf(grant), url))
    if (answer === undefined || !isAdmitted({ limits, calls }, grant)) return false
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

/** A caller over the rate limit or the quota is refused in the usual way, which does not count refused calls. */
function isAdmitted({ limits, calls }: Pick<MemoryParts, 'limits' | 'calls'>, grant: ApiKeyGrant): boolean {
  try {
    limits.admit(`key:${grant.apiKeyId}`)
    calls.count(grant.tenant.tenantId, 'delivery')
    return true
  } catch {
    return false
  }
}
