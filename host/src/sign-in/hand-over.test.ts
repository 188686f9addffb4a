import { describe, expect, it } from '@rstest/core'
import { handOver, takeSession } from './hand-over.ts'
import type { Session } from './session.ts'

const session: Session = {
  send: async () => new Response(),
  renew: async () => undefined,
  logout: async () => undefined,
}
const configuration = { keycloak: { keycloakUrl: '', realm: '', clientId: '' }, remotes: {} }

describe('the session', () => {
  it('is handed to the first who asks, and to nobody else', async () => {
    const page = new EventTarget()
    const signedIn = {
      session: Promise.resolve(session),
      configuration: Promise.resolve(configuration),
      sendPublic: session.send,
      pathToOpen: '/media-items',
    }
    handOver(signedIn, page)
    expect(takeSession(page)).toBe(signedIn)
    expect(takeSession(page)).toBeUndefined()
  })

  it('is not there where nobody is to be signed in', () => {
    expect(takeSession(new EventTarget())).toBeUndefined()
  })
})
