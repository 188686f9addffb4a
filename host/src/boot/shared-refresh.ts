/** What one refresh yields, as the identity client holds it. */
export interface TokenSet {
  token: string
  refreshToken: string
  idToken: string | undefined
  /** Seconds since 1970, by the identity provider's clock. */
  expiresAt: number
  /** Whose session: tokens of another person's session in another tab are never taken over. */
  sessionId: string | undefined
  timeSkew: number | null
}

export type Message =
  | { kind: 'wanted'; sessionId: string | undefined; olderThan: number }
  | { kind: 'fresh'; tokens: TokenSet }

/** How long the other tabs have to say that they hold a newer token. */
const answerTime = 150

export interface SharedRefresh {
  /** Makes sure that this tab holds newer tokens than `current`, by another tab's refresh where there was one. */
  renew: () => Promise<void>
  close: () => void
}

interface SharedRefreshOptions {
  current: () => TokenSet | undefined
  adopt: (tokens: TokenSet) => void
  refresh: () => Promise<void>
  channel?: Channel
  inTurn?: (work: () => Promise<void>) => Promise<void>
}

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  onmessage: ((event: MessageEvent<Message>) => void) | null
  postMessage: (message: Message) => void
  close: () => void
}

/** One tab at a time, of all that are open. */
const oneTabAtATime = async (work: () => Promise<void>) => {
  await navigator.locks.request('pim-token-refresh', work)
}

/**
 * A refresh token may be good for one use only, and tabs that each spend it log each other out. So tabs take turns, and
 * whoever comes second asks for what the first one got. Tokens pass from memory to memory; none is ever stored.
 */
export function sharedRefresh(options: SharedRefreshOptions): SharedRefresh {
  const { current, adopt, refresh, inTurn = oneTabAtATime } = options
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

  const askOthers = () =>
    new Promise<void>((resolve) => {
      const before = current()
      const end = () => {
        clearTimeout(timer)
        onAdopted = undefined
        resolve()
      }
      const timer = setTimeout(end, answerTime)
      onAdopted = end
      channel.postMessage({
        kind: 'wanted',
        sessionId: before?.sessionId,
        olderThan: before?.expiresAt ?? 0,
      } satisfies Message)
    })

  const renewInTurn = async () => {
    const before = current()
    await askOthers()
    if (current() !== undefined && current()?.expiresAt !== before?.expiresAt) return
    await refresh()
    const tokens = current()
    if (tokens) channel.postMessage({ kind: 'fresh', tokens } satisfies Message)
  }

  let underWay: Promise<void> | undefined
  return {
    renew: () => {
      underWay ??= (async () => {
        const before = current()?.expiresAt
        await inTurn(async () => {
          // While we stood in line another tab's tokens may have arrived.
          if (current()?.expiresAt === before) await renewInTurn()
        })
      })().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    close: () => channel.close(),
  }
}
