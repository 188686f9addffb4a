/** The session of the signed-in user. Only the API client gets its tokens. */
export interface Session {
  /** A token that is valid for some more seconds; `undefined` if there is none. */
  getToken: () => Promise<string | undefined>
  /** Called after a 401: returns a new token, or `undefined` while the user is being sent to sign in again. */
  refreshToken: () => Promise<string | undefined>
  logout: () => Promise<void>
}
