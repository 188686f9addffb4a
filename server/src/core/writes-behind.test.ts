import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@rstest/core'
import { WritesBehind } from './writes-behind.ts'

describe('writes that run behind their caller', () => {
  it('are begun in their order, one at a time, while the caller goes on', async () => {
    const said: string[] = []
    const ends: (() => void)[] = []
    const writes = new WritesBehind()
    const write = (name: string) => async () => {
      said.push(`${name} begins`)
      await new Promise<void>((resolve) => ends.push(resolve))
      said.push(`${name} ends`)
      return true
    }
    expect(await writes.next(write('first'))).toBe(true)
    said.push('the second is prepared')
    const second = writes.next(write('second'))
    ends[0]?.()
    expect(await second).toBe(true)
    ends[1]?.()
    expect(await writes.end()).toBe(true)
    expect(said).toEqual(['first begins', 'the second is prepared', 'first ends', 'second begins', 'second ends'])
  })

  it('are as many at a time as there is room for, but for those that wait for all', async () => {
    const ends = new Map<string, () => void>()
    const writes = new WritesBehind(2)
    const write = (name: string) => () => new Promise<boolean>((resolve) => ends.set(name, () => resolve(true)))
    const begun = () => [...ends.keys()].join()
    await writes.next(write('first'))
    await writes.next(write('second'))
    const third = writes.next(write('third'))
    await nextTurn()
    expect(begun()).toBe('first,second')
    ends.get('second')?.()
    await third
    expect(begun()).toBe('first,second,third')
    ends.get('third')?.()
    const last = writes.next(write('last'), { afterAll: true })
    await nextTurn()
    expect(begun()).toBe('first,second,third')
    ends.get('first')?.()
    await last
    expect(begun()).toBe('first,second,third,last')
    ends.get('last')?.()
    expect(await writes.end()).toBe(true)
  })

  it('have all ended when the caller hears that one has stopped or failed', async () => {
    for (const ends of [() => Promise.resolve(false), () => Promise.reject(new Error('no room'))]) {
      let hasEnded = false
      const writes = new WritesBehind(2)
      await writes.next(async () => {
        await nextTurn()
        hasEnded = true
        return true
      })
      await writes.next(ends)
      await writes.next(ends).catch(() => false)
      expect(hasEnded).toBe(true)
    }
  })

  it('stop where one says so', async () => {
    const writes = new WritesBehind()
    await writes.next(async () => false)
    expect(await writes.next(() => Promise.reject(new Error('begun nevertheless')))).toBe(false)
    expect(await writes.end()).toBe(false)
  })

  it('fail the call that waits for the one that failed', async () => {
    const writes = new WritesBehind()
    await writes.next(() => Promise.reject(new Error('no room')))
    await expect(writes.next(async () => true)).rejects.toThrow('no room')
    await expect(writes.end()).rejects.toThrow('no room')
  })
})
