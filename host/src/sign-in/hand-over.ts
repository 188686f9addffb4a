import type { SendCall } from '@pim/api-client/send'
import type { ClientConfiguration } from '@pim/contract'
import type { Session } from './session.ts'

/** What the script of the sign-in hands to the application, which is another bundle. It holds no token. */
export interface SignedIn {
  /** Rejects where the configuration could not be loaded or the sign-in failed. */
  readonly session: Promise<Session>
  readonly configuration: Promise<ClientConfiguration>
  /** Sends the calls that anybody may make. */
  readonly sendPublic: SendCall
  /** The path that opens once somebody is signed in. */
  readonly pathToOpen: string
}

type Taker = (signedIn: SignedIn) => void

const eventName = 'pim:take-session'

/** Waits for the application. Only the first who asks is answered, and that is before the code of any section runs. */
export function handOver(signedIn: SignedIn, page: EventTarget = document): void {
  page.addEventListener(eventName, (event) => (event as CustomEvent<Taker>).detail(signedIn), { once: true })
}

/** `undefined` where nobody is to be signed in: on the error pages. */
export function takeSession(page: EventTarget = document): SignedIn | undefined {
  let taken: SignedIn | undefined
  const detail: Taker = (signedIn) => {
    taken = signedIn
  }
  page.dispatchEvent(new CustomEvent(eventName, { detail }))
  return taken
}
