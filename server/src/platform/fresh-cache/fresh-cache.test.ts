import { describe, expect, it } from '@rstest/core'
import { createFreshCache } from './fresh-cache.ts'

function clockwork(answers: (string | undefined | Error)[]) {
  let time = 1_000_000
  let asked = 0
  const line = { isCurrent: true }
  const cache = createFreshCache<string>({
    size: 2,
    isCurrent: () => line.isCurrent,
    now: () => time,
    load: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return {
    cache,
    line,
    after: (milliseconds: number) => {
      time += milliseconds
    },
    asked: () => asked,
  }
}

describe('a fresh cache', () => {
  it('answers without a promise what it was just told', async () => {
    const { cache, asked } = clockwork(['first'])
    expect(await cache.get('a')).toBe('first')
    expect(cache.get('a')).toBe('first')
    expect(asked()).toBe(1)
  })

  it('drops the least recently asked value where it would grow beyond its size', async () => {
    const { cache } = clockwork(['value'])
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key)
    expect(['a', 'b', 'c'].filter((key) => cache.peek(key) !== undefined)).toEqual(['a', 'c'])
  })

  it('never answers with what is older than five seconds', async () => {
    const { cache, after } = clockwork(['first', 'second'])
    await cache.get('a')
    after(5_001)
    expect(await cache.get('a')).toBe('second')
  })

  it('never answers with what is older than a second while word of changes does not arrive', async () => {
    const { cache, line, after } = clockwork(['first', 'second'])
    await cache.get('a')
    line.isCurrent = false
    after(999)
    expect([cache.peek('a'), cache.get('a')]).toEqual(['first', 'first'])
    after(1)
    expect(cache.peek('a')).toBeUndefined()
    expect(await cache.get('a')).toBe('second')
  })

  it('looks up anew behind the caller before that', async () => {
    const { cache, after, asked } = clockwork(['first', 'second'])
    await cache.get('a')
    after(3_000)
    expect(cache.get('a')).toBe('first')
    await Promise.resolve()
    await Promise.resolve()
    expect(cache.get('a')).toBe('second')
    expect(asked()).toBe(2)
  })

  it('asks once for many who ask at the same time', async () => {
    const { cache, asked } = clockwork(['first'])
    await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])
    expect(asked()).toBe(1)
  })

  it('goes on with what it has while the source is away', async () => {
    const { cache, after } = clockwork(['first', new Error('away')])
    await cache.get('a')
    after(60_000)
    expect(await cache.get('a')).toBe('first')
  })

  it('lets nobody wait for a source that has just failed', async () => {
    const { cache, after } = clockwork(['first', new Error('away')])
    await cache.get('a')
    after(60_000)
    await cache.get('a')
    expect(cache.get('a')).toBe('first')
  })

  it('does not make anything up for what it never knew', async () => {
    const { cache } = clockwork([new Error('away')])
    await expect(cache.get('a')).rejects.toThrow('away')
  })

  it('forgets at once, also what is on its way', async () => {
    const answers = Promise.withResolvers<string>()
    let asked = 0
    const cache = createFreshCache<string>({
      size: 2,
      load: () => {
        asked += 1
        return asked === 1 ? answers.promise : Promise.resolve('new')
      },
    })
    const early = cache.get('a')
    cache.forget()
    answers.resolve('old')
    expect(await early).toBe('old')
    expect(await cache.get('a')).toBe('new')
  })

  it('does not keep that there is nothing', async () => {
    const { cache } = clockwork([undefined, 'made meanwhile'])
    expect(await cache.get('a')).toBeUndefined()
    expect(await cache.get('a')).toBe('made meanwhile')
  })
})
