import { describe, expect, it } from '@rstest/core'
import { OneBehind } from './one-behind.ts'

describe('writes that run one behind', () => {
  it('are begun in their order, one at a time, while the caller goes on', async () => {
    const said: string[] = []
    const ends: (() => void)[] = []
    const writes = new OneBehind()
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

  it('stop where one says so', async () => {
    const writes = new OneBehind()
    await writes.next(async () => false)
    expect(await writes.next(() => Promise.reject(new Error('begun nevertheless')))).toBe(false)
    expect(await writes.end()).toBe(false)
  })

  it('fail the call that waits for the one that failed', async () => {
    const writes = new OneBehind()
    await writes.next(() => Promise.reject(new Error('no room')))
    await expect(writes.next(async () => true)).rejects.toThrow('no room')
    await expect(writes.end()).rejects.toThrow('no room')
  })
})
