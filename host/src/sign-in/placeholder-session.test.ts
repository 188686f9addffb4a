import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { placeholderSession } from './placeholder-session.ts'

beforeEach(() => void rstest.useFakeTimers())
afterEach(() => {
  rstest.useRealTimers()
  rstest.restoreAllMocks()
})

const isSettled = async (promise: Promise<unknown>) => {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  await Promise.resolve()
  await Promise.resolve()
  return settled
}

describe('the placeholder account', () => {
  it('signs in after 500 ms, and sends calls without a token', async () => {
    const signingIn = placeholderSession(() => undefined)
    await rstest.advanceTimersByTimeAsync(499)
    expect(await isSettled(signingIn)).toBe(false)
    await rstest.advanceTimersByTimeAsync(1)
    const { send } = await signingIn
    const sent: (string | null)[] = []
    rstest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return Response.json([])
    })
    const request = { method: 'GET', url: '/api/tenants/all', headers: {}, body: undefined, needsToken: true }
    await send(request, { signal: new AbortController().signal })
    expect(sent).toEqual([null])
  })

  it('signs out after 500 ms, to the origin', async () => {
    const went: string[] = []
    const signingIn = placeholderSession((url) => went.push(url))
    await rstest.advanceTimersByTimeAsync(500)
    const leaving = (await signingIn).logout()
    await rstest.advanceTimersByTimeAsync(499)
    expect(went).toEqual([])
    await rstest.advanceTimersByTimeAsync(1)
    await leaving
    expect(went).toEqual([location.origin])
  })
})
