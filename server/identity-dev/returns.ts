import { randomBytes } from 'node:crypto'

const lifeMs = 60_000
/** More than people sign in within a minute, so that nobody fills the memory. */
const most = 1_000

/**
 * Marks of the redirects that end a sign-in. The provider has one origin with the application, so the browser does not say that it
 * was sent by the provider; a mark in the address does. Only the browser reads where a redirect of the provider leads, and a mark is
 * used up when the page is asked for.
 */
export function signInReturns(now: () => number = Date.now) {
  const issued = new Map<string, number>()
  const forget = () => {
    for (const [mark, at] of issued) {
      if (issued.size <= most && now() - at < lifeMs) break
      issued.delete(mark)
    }
  }
  return {
    /** The address of the landing page with a mark: it has the code in its fragment. */
    marked(address: string): string {
      const mark = randomBytes(18).toString('base64url')
      issued.set(mark, now())
      forget()
      return address.replace('#', `?${mark}#`)
    },
    /** Whether the mark was issued a moment ago; it is worth nothing afterwards. */
    take(mark: string): boolean {
      forget()
      return issued.delete(mark)
    },
  }
}
export type SignInReturns = ReturnType<typeof signInReturns>
