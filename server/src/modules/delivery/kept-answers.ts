import { strongEtag } from '../../http/http-response.ts'
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { ByteCache, type KeptAnswer } from './byte-cache.ts'
import type { ChangeLog } from './change-log.ts'
import type { Dependencies } from './dependencies.ts'

const maxBytes = 40 * 2 ** 20
/** While the database is away it is asked again this often, not by every caller. */
const askAgainAfterMs = 500
/**
 * A database that has fallen silent refuses nobody, it only never answers: so long it may take while the line is down.
 */
const patienceMs = 400

/** An answer as JSON, with what it was made from. */
export interface Answer {
  readonly json: string
  readonly dependencies: Dependencies
  /** Changes may be missing that were heard of, so it is not kept. */
  readonly isBehind?: boolean
}

export interface KeptAnswers {
  /** What is at hand and fresh. */
  peek(key: string): KeptAnswer | undefined
  /** Without a promise where the answer is at hand. */
  get(key: string, tenantId: string, produce: () => Promise<Answer>): KeptAnswer | Promise<KeptAnswer>
  readonly size: ByteCache['size']
}

interface Loading {
  readonly startedAt: number
  readonly asked: Promise<KeptAnswer>
}

/**
 * Answers of the delivery interface, kept as bytes until something changes that they were made from. Notifications of
 * that come from the database to every server; where some may be missing, nothing kept counts as fresh. While that line is down it is
 * served only where the database itself cannot answer.
 */
export function createKeptAnswers(
  notifications: Pick<Notifications, 'isConnected' | 'isCurrent'>,
  changes: ChangeLog,
): KeptAnswers {
  const cache = new ByteCache(maxBytes, changes)
  const loading = new Map<string, Loading>()
  let askAgainAt = 0

  async function load(
    key: string,
    tenantId: string,
    startedAt: number,
    produce: () => Promise<Answer>,
  ): Promise<KeptAnswer> {
    try {
      const { json, dependencies, isBehind = false } = await produce()
      const bytes = Buffer.from(json)
      const answer = { bytes, etag: strongEtag(bytes), tenantId, dependencies }
      // Defence 396, without: cache.keep(key, startedAt, answer)
      if (!isBehind) cache.keep(key, startedAt, answer)
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

  const peek = (key: string) => (notifications.isCurrent ? cache.fresh(key) : undefined)

  return {
    peek,
    get(key, tenantId, produce) {
      const kept = peek(key)
      if (kept !== undefined) return kept
      const last = !notifications.isConnected && Date.now() < askAgainAt ? cache.last(key) : undefined
      if (last !== undefined) return last
      // Many who ask the same at once are one question; but whoever asks after a change must not be handed an answer that
      // set out before it.
      const under = loading.get(key)
      if (under !== undefined && changes.isQuietSince(tenantId, under.startedAt)) return orLast(key, under.asked)
      const startedAt = changes.now(tenantId)
      const asked = load(key, tenantId, startedAt, produce).finally(() => {
        if (loading.get(key)?.asked === asked) loading.delete(key)
      })
      loading.set(key, { startedAt, asked })
      return orLast(key, asked)
    },
    get size() {
      return cache.size
    },
  }
}
