import type { HttpRequest } from '@pim/api-client/send'

/**
 * Where the worker renews and ends the session. The policy of the worker's script allows no other address of a provider, so that
 * nobody else can be named here.
 */
export interface Provider {
  tokenUrl: string
  logoutUrl: string
  documentUrl: string
  clientId: string
}

export interface AccessToken {
  accessToken: string
  /** Milliseconds since 1970, by the clock of this browser. */
  expiresAt: number
}

export interface Tokens extends AccessToken {
  refreshToken: string
}

/** Messages from the page to the worker. */
export type ToWorker =
  /** The one message with tokens, sent before the code of any section runs. */
  | { kind: 'start'; provider: Provider; tokens: Tokens; arrival: string | undefined }
  /** Goes on with the session that the server holds for this browser. */
  | { kind: 'resume' }
  | { kind: 'call'; id: number; request: HttpRequest; withProgress: boolean }
  | { kind: 'abort'; id: number }
  | { kind: 'renew'; id: number }
  | { kind: 'end'; id: number }
  /** Asks whether the provider is there: the page may ask it nothing. */
  | { kind: 'reach'; id: number; provider: Provider }

/** Messages from the worker to the page. None has a token in it, and none may get one: sections can read them. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'response'; id: number; status: number; contentType: string | null; body: ArrayBuffer | null }
  | { kind: 'progress'; id: number; share: number }
  /** A renewal or the end of the session is done, or the provider is there. */
  | { kind: 'done'; id: number }
  | { kind: 'failed'; id: number }
  /** The server holds the session for this browser: a page that is loaded may go on with it. */
  | { kind: 'held' }
  /** The provider gives no more tokens: the person has to sign in. */
  | { kind: 'ended' }
