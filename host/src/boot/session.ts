/** Who is signed in, as the rest of the shell may know it: it hands out tokens to the API client and to nobody else. */
export interface Session {
  /** A token that is good for a few seconds yet; undefined where there is none. */
  getToken: () => Promise<string | undefined>
  /** After a 401: a new token, or undefined where signing in again is under way. */
  refreshToken: () => Promise<string | undefined>
  logout: () => Promise<void>
}
