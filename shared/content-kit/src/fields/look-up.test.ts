import { describe, expect, it } from '@rstest/core'
import { createLookUp } from './look-up.ts'

describe('a look-up', () => {
  it('asks once for what is asked for together, in calls of two hundred', async () => {
    const calls: number[] = []
    const lookUp = createLookUp(
      async (ids) => {
        calls.push(ids.length)
        return ids.filter((id) => id !== '7').map((id) => ({ id }))
      },
      ({ id }) => id,
    )
    const ids = Array.from({ length: 250 }, (_, at) => String(at))
    const found = await Promise.all([...ids, '1'].map(lookUp))
    expect(calls).toEqual([200, 50])
    expect(found.map((each) => each?.id)).toEqual([...ids.map((id) => (id === '7' ? undefined : id)), '1'])
    await lookUp('1')
    expect(calls).toEqual([200, 50, 1])
  })

  it('fails for all that were in the call', async () => {
    const lookUp = createLookUp(
      () => Promise.reject(new Error('no network')),
      () => '',
    )
    const outcomes = await Promise.allSettled([lookUp('a'), lookUp('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
