/** The tokens that keycloak-js holds after a refresh. */
export interface TokenSet {
  token: string
  refreshToken: string
  idToken: string | undefined
  /** Seconds since 1970, by the clock of the identity provider. */
  expiresAt: number
  /** Identifies the session: tokens of another user's session in another tab are never taken over. */
  sessionId: string | undefined
  timeSkew: number | null
}

export type Message =
  | { kind: 'wanted'; sessionId: string | undefined; olderThan: number }
  | { kind: 'fresh'; tokens: TokenSet }

/** Milliseconds to wait for another tab to answer with newer tokens. */
const answerTimeoutMs = 150

export interface SharedRefresh {
  /** Ensures that this tab holds newer tokens than before, from another tab or by a refresh of its own. */
  renew: () => Promise<void>
  close: () => void
}

interface SharedRefreshOptions {
  current: () => TokenSet | undefined
  adopt: (tokens: TokenSet) => void
  refresh: () => Promise<void>
  channel?: Channel
  withLock?: (work: () => Promise<void>) => Promise<void>
}

/** The members of BroadcastChannel that are used; tests pass their own. */
export interface Channel {
  onmessage: ((event: MessageEvent<Message>) => void) | null
  postMessage: (message: Message) => void
  close: () => void
}

/** Runs the work while holding a lock that all tabs of this origin share (Web Locks). */
const withTabLock = async (work: () => Promise<void>) => {
  await navigator.locks.request('pim-token-refresh', work)
}

/**
 * Refreshes the tokens once for all tabs. With refresh token rotation a refresh token is valid once, so tabs that each
 * use it would end each other's session. A lock lets one tab refresh at a time; the next one asks the others over a
 * broadcast channel before it refreshes. Tokens are passed in memory and never stored.
 */
export function sharedRefresh(options: SharedRefreshOptions): SharedRefresh {
  const { current, adopt, refresh, withLock = withTabLock } = options
  const channel: Channel = options.channel ?? new BroadcastChannel('pim-session')
  let onAdopted: (() => void) | undefined

  const isOurs = (sessionId: string | undefined) => sessionId === current()?.sessionId
  channel.onmessage = ({ data }) => {
    const held = current()
    if (!held) return
    if (data.kind === 'wanted' && isOurs(data.sessionId) && held.expiresAt > data.olderThan) {
      channel.postMessage({ kind: 'fresh', tokens: held } satisfies Message)
    }
    if (data.kind === 'fresh' && isOurs(data.tokens.sessionId) && data.tokens.expiresAt > held.expiresAt) {
      adopt(data.tokens)
      onAdopted?.()
    }
  }

  const askOtherTabs = () =>
    new Promise<void>((resolve) => {
      const before = current()
      const end = () => {
        clearTimeout(timer)
        onAdopted = undefined
        resolve()
      }
      const timer = setTimeout(end, answerTimeoutMs)
      onAdopted = end
      channel.postMessage({
        kind: 'wanted',
        sessionId: before?.sessionId,
        olderThan: before?.expiresAt ?? 0,
      } satisfies Message)
    })

  const renewUnderLock = async () => {
    const before = current()
    await askOtherTabs()
    if (current() !== undefined && current()?.expiresAt !== before?.expiresAt) return
    await refresh()
    const tokens = current()
    if (tokens) channel.postMessage({ kind: 'fresh', tokens } satisfies Message)
  }

  let renewing: Promise<void> | undefined
  return {
    renew: () => {
      renewing ??= (async () => {
        const before = current()?.expiresAt
        await withLock(async () => {
          // Another tab may have sent its tokens while this one waited for the lock.
          if (current()?.expiresAt === before) await renewUnderLock()
        })
      })().finally(() => {
        renewing = undefined
      })
      return renewing
    },
    close: () => channel.close(),
  }
}
