import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ProviderSession, RenewedTokens } from '../identity/index.ts'
import type { Seal } from './seal.ts'

/** Browsers keep cookies of 4,096 bytes with name and attributes. A session whose refresh token is longer stays in its tab. */
const maxCookieLength = 3_800

/** What a cookie holds. */
interface Held {
  readonly session: string
  readonly refreshToken: string
}

export interface Renewal {
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  /** Names the session of this sign-in; the next one, of whomever, has another. */
  readonly session: string
  /** Holds the session from now on; `undefined` where it is too long for one. */
  readonly cookie: { readonly value: string; readonly maxAgeSeconds: number | undefined } | undefined
}

/**
 * The sessions that the server holds for browsers: the refresh token of a sign-in, sealed in a cookie. The server has none of them
 * in its memory or database, so each server renews each session, and a session ends with its refresh token at the provider.
 */
export function createBrowserSessions(seal: Seal, provider: ProviderSession) {
  const open = async (cookie: string | undefined): Promise<Held | undefined> => {
    const text = cookie === undefined ? undefined : await seal.open(cookie, 'session')
    return text === undefined ? undefined : JSON.parse(text)
  }
  const hold = async (session: string, renewed: RenewedTokens): Promise<Renewal> => {
    const { accessToken, expiresIn, refreshToken, refreshExpiresIn } = renewed
    const value = await seal.close(JSON.stringify({ session, refreshToken } satisfies Held), 'session')
    const cookie = value.length > maxCookieLength ? undefined : { value, maxAgeSeconds: refreshExpiresIn }
    return { accessToken, expiresIn, session, cookie }
  }

  return {
    /** Takes over the session of a sign-in, by renewing it. `ended` where the provider refuses the token. */
    async begin(refreshToken: string): Promise<Renewal | 'none' | 'ended'> {
      // Before the provider uses the token up.
      if (refreshToken.length * 1.4 > maxCookieLength) return 'none'
      const renewed = await provider.renew(refreshToken)
      return renewed === undefined ? 'ended' : hold(randomBytes(16).toString('base64url'), renewed)
    },
    /** `none` where the cookie holds no session, or not the one that is named: somebody else has signed in meanwhile. */
    async renew(cookie: string | undefined, session: string | undefined): Promise<Renewal | 'none' | 'ended'> {
      const held = await open(cookie)
      // Defence 360, without: if (held === undefined) return 'none'
      if (held === undefined || (session !== undefined && held.session !== session)) return 'none'
      const renewed = await provider.renew(held.refreshToken)
      return renewed === undefined ? 'ended' : hold(held.session, renewed)
    },
    /** `none` where the cookie holds no session, or another one. */
    async end(cookie: string | undefined, session: string | undefined): Promise<'none' | 'ended'> {
      const held = await open(cookie)
      if (held === undefined || (session !== undefined && held.session !== session)) return 'none'
      await provider.end(held.refreshToken)
      return 'ended'
    },
    /** The key of a worker, for the browser that has this cookie. */
    workerKey: (browser: string): Promise<string> => seal.close(browser, 'worker'),
    /** Whether the key was written into a worker's script for the browser with this cookie. */
    async isOfWorker(key: string, browser: string | undefined): Promise<boolean> {
      const made = await seal.open(key, 'worker')
      return made !== undefined && browser !== undefined && isSame(made, browser)
    },
  }
}
export type BrowserSessions = ReturnType<typeof createBrowserSessions>

/** In a time that does not tell how much of it is right. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
