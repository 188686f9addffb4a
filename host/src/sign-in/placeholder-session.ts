import { sendFromPage } from '@pim/api-client/send'
import type { Session } from './session.ts'

/** Milliseconds that the placeholder's login and logout take. */
export const placeholderDelayMs = 500

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * The session of a configuration without an identity provider, for developing a section alone. It has no token, so a
 * server answers only public calls.
 */
export async function placeholderSession(leave: (url: string) => void): Promise<Session> {
  await wait(placeholderDelayMs)
  return {
    send: sendFromPage({}),
    renew: async () => undefined,
    logout: async () => {
      await wait(placeholderDelayMs)
      leave(location.origin)
    },
  }
}
