import type { SendCall } from '@pim/api-client/send'

/** The session of the signed-in user. Its tokens are kept where no code of the page reaches them. */
export interface Session {
  /** Sends a request of the API client on behalf of the user. */
  send: SendCall
  /** Gets new tokens, with memberships as they are now. Never settles while the user is being sent to sign in again. */
  renew: () => Promise<void>
  logout: () => Promise<void>
  /** The provider's page where people change their own name and password; left out without a provider. */
  readonly accountUrl?: string
}
