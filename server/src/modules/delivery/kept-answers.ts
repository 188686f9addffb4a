import { strongEtag } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Payload } from '../../platform/database/transaction.ts'
import { deliveryChanged } from '../events/index.ts'
import { ByteCache, type KeptAnswer } from './byte-cache.ts'

const maxBytes = 64 * 2 ** 20
/** While the database is away it is asked again this often, not by every caller. */
const askAgainAfterMs = 500
/**
 * A database that has fallen silent refuses nobody, it only never answers: so long it may take while the line is down.
 */
const patienceMs = 400

export interface KeptAnswers {
  /** What is at hand and fresh. */
  peek(key: string): KeptAnswer | undefined
  /** Without a promise where the answer is at hand. */
  get(key: string, tenantId: string, produce: () => Promise<string>): KeptAnswer | Promise<KeptAnswer>
  readonly size: ByteCache['size']
  close(): void
}

/**
 * Answers of the delivery interface, kept as bytes until something that is live changes. Word of that comes from the
 * database to every server; while that line is down nothing kept counts as fresh, and it is served only where the
 * database itself cannot answer.
 */
export function createKeptAnswers(
  notifications: Notifications,
  database: Pick<Database, 'onCommit' | 'isOwnMessage'>,
): KeptAnswers {
  const cache = new ByteCache(maxBytes)
  const loading = new Map<string, Promise<KeptAnswer>>()
  let askAgainAt = 0

  function end(payload: Payload | undefined): void {
    const tenantId = payload?.tenantId
    if (typeof tenantId === 'string') cache.endGeneration(tenantId)
    else cache.endAll()
    // Whoever asks from now on must not be handed an answer that set out before the change.
    loading.clear()
  }

  const stops = [
    // Before the caller who made the change hears that it is done: nobody reads here what was before it from then on.
    database.onCommit(deliveryChanged, end),
    notifications.listen(deliveryChanged, (payload) => {
      if (payload === undefined || !database.isOwnMessage(payload)) end(payload)
    }),
  ]

  async function load(key: string, tenantId: string, produce: () => Promise<string>): Promise<KeptAnswer> {
    const generation = cache.generationOf(tenantId)
    try {
      const bytes = Buffer.from(await produce())
      const answer = { bytes, etag: strongEtag(bytes) }
      cache.keep(key, tenantId, generation, answer)
      return answer
    } catch (error) {
      const last = error instanceof DatabaseUnavailable ? cache.last(key) : undefined
      if (last === undefined) throw error
      askAgainAt = Date.now() + askAgainAfterMs
      return last
    }
  }

  /** The answer itself, or what it was last where the line is down and nothing comes. */
  function orLast(key: string, asked: Promise<KeptAnswer>): Promise<KeptAnswer> {
    const last = notifications.isConnected ? undefined : cache.last(key)
    if (last === undefined) return asked
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        askAgainAt = Date.now() + askAgainAfterMs
        resolve(last)
      }, patienceMs)
      asked.then(resolve, reject).finally(() => clearTimeout(patience))
    })
  }

  const peek = (key: string) => (notifications.isConnected ? cache.fresh(key) : undefined)

  return {
    peek,
    get(key, tenantId, produce) {
      const kept = peek(key)
      if (kept !== undefined) return kept
      const last = !notifications.isConnected && Date.now() < askAgainAt ? cache.last(key) : undefined
      if (last !== undefined) return last
      // Many who ask the same at once are one question.
      const under = loading.get(key)
      if (under !== undefined) return orLast(key, under)
      const asked = load(key, tenantId, produce).finally(() => {
        if (loading.get(key) === asked) loading.delete(key)
      })
      loading.set(key, asked)
      return orLast(key, asked)
    },
    get size() {
      return cache.size
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
