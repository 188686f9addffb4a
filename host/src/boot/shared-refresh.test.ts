import { describe, expect, it } from '@rstest/core'
import { type Channel, type Message, sharedRefresh, type TokenSet } from './shared-refresh.ts'

/** Tabs of one browser, with a lock and a broadcast channel that they share. */
function browser() {
  let line: Promise<void> = Promise.resolve()
  const withLock = (work: () => Promise<void>) => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }
  const channels: Channel[] = []
  const openChannel = () => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: Message) => {
        for (const other of channels) {
          if (other !== channel) queueMicrotask(() => other.onmessage?.(new MessageEvent('message', { data })))
        }
      },
      close: () => undefined,
    }
    channels.push(channel)
    return channel
  }
  return { withLock, openChannel }
}

const tokens = (expiresAt: number, sessionId = 's1'): TokenSet => ({
  token: `t${expiresAt}`,
  refreshToken: `r${expiresAt}`,
  idToken: undefined,
  expiresAt,
  sessionId,
  timeSkew: 0,
})

function tab(
  { withLock, openChannel }: ReturnType<typeof browser>,
  spend: (refreshToken: string) => TokenSet,
  sessionId?: string,
) {
  let held = tokens(100, sessionId)
  const refresh = sharedRefresh({
    withLock,
    channel: openChannel(),
    current: () => held,
    adopt: (fresh) => {
      held = fresh
    },
    refresh: async () => {
      held = spend(held.refreshToken)
    },
  })
  return { refresh, held: () => held }
}

describe('a refresh', () => {
  it('happens once for all tabs, because each refresh token is valid for one use', async () => {
    const spent: string[] = []
    const spend = (refreshToken: string) => {
      if (spent.includes(refreshToken)) throw new Error('spent already: everyone is logged out')
      spent.push(refreshToken)
      return tokens(100 + spent.length * 100)
    }
    const shared = browser()
    const tabs = Array.from({ length: 5 }, () => tab(shared, spend))
    await Promise.all(tabs.flatMap(({ refresh }) => [refresh.renew(), refresh.renew()]))
    expect(spent).toEqual(['r100'])
    expect(tabs.map(({ held }) => held().token)).toEqual(Array(5).fill('t200'))
  })

  it('of another tab is taken over by a tab that missed it', async () => {
    const shared = browser()
    let spends = 0
    const spend = () => {
      spends += 1
      return tokens(200)
    }
    const awake = tab(shared, spend)
    await awake.refresh.renew()
    const asleep = tab(shared, spend)
    await asleep.refresh.renew()
    expect(spends).toBe(1)
    expect(asleep.held().token).toBe('t200')
  })

  it('of another user’s session is never taken over', async () => {
    const shared = browser()
    const mine = tab(shared, () => tokens(200, 'mine'), 'mine')
    const theirs = tab(shared, () => tokens(900, 'theirs'), 'theirs')
    await theirs.refresh.renew()
    await mine.refresh.renew()
    expect(mine.held().sessionId).toBe('mine')
    expect(mine.held().expiresAt).toBe(200)
  })

  it('that fails rejects, and the next one may succeed', async () => {
    let isDown = true
    const one = tab(browser(), () => {
      if (isDown) throw new Error('down')
      return tokens(200)
    })
    await expect(one.refresh.renew()).rejects.toThrow('down')
    isDown = false
    await one.refresh.renew()
    expect(one.held().expiresAt).toBe(200)
  })
})
