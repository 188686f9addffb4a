import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { heldTokens } from './held-tokens.ts'
import { sessionOfServer } from './session-of-server.ts'

const provider = {
  tokenUrl: 'https://id.test/token',
  logoutUrl: 'https://id.test/logout',
  documentUrl: 'https://id.test/',
  clientId: 'pim',
}

beforeEach(() => {
  rstest.useFakeTimers()
  rstest.setSystemTime(0)
})
afterEach(() => {
  rstest.useRealTimers()
  rstest.restoreAllMocks()
})

/** When the provider was asked for a new token, in milliseconds from the start. */
function setUp(validForMs: number) {
  const askedAt: number[] = []
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    askedAt.push(Date.now())
    return Response.json({ access_token: 'next', refresh_token: 'next', expires_in: 300 })
  })
  const tokens = { accessToken: 'first', refreshToken: 'first', expiresAt: validForMs }
  const told = { onHeld: () => undefined, onEnded: () => undefined }
  heldTokens(sessionOfServer('key'), told, { provider, tokens, arrival: undefined })
  return askedAt
}

describe('a session in which nobody makes a call', () => {
  it('is looked at every 5 s, and renewed once its token expires within 30 s', async () => {
    const askedAt = setUp(42_000)
    await rstest.advanceTimersByTimeAsync(14_999)
    expect(askedAt).toEqual([])
    await rstest.advanceTimersByTimeAsync(1)
    expect(askedAt).toEqual([15_000])
    await rstest.advanceTimersByTimeAsync(60_000)
    expect(askedAt).toEqual([15_000])
  })
})
