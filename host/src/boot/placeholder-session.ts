import type { Session } from './session.ts'

/** How long the placeholder's login and logout take. */
export const placeholderDelay = 500

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * The account of a configuration without an identity provider, for developing a section alone. It has a name and no
 * token, so a server with anything to guard answers it nothing.
 */
export async function placeholderSession(leave: (url: string) => void): Promise<Session> {
  await wait(placeholderDelay)
  return {
    getToken: async () => undefined,
    refreshToken: async () => undefined,
    logout: async () => {
      await wait(placeholderDelay)
      leave(location.origin)
    },
  }
}
