import { describe, expect, it } from '@rstest/core'
import { ByteCache } from './byte-cache.ts'

const answer = (text: string) => ({ bytes: Buffer.from(text), etag: `"${text}"` })
const textOf = (kept: { bytes: Buffer } | undefined) => kept?.bytes.toString()

describe('kept answers', () => {
  it('are fresh until their tenant changes, and only theirs', () => {
    const cache = new ByteCache(1_000_000)
    cache.keep('one', 'a', cache.generationOf('a'), answer('1'))
    cache.keep('two', 'b', cache.generationOf('b'), answer('2'))
    cache.endGeneration('a')
    expect([textOf(cache.fresh('one')), textOf(cache.fresh('two'))]).toEqual([undefined, '2'])
    expect(textOf(cache.last('one'))).toBe('1')
    cache.endAll()
    expect([textOf(cache.fresh('two')), textOf(cache.last('two'))]).toEqual([undefined, '2'])
  })

  it('that set out before a change are not taken for what came after it', () => {
    const cache = new ByteCache(1_000_000)
    for (const change of [() => cache.endGeneration('a'), () => cache.endAll()]) {
      const before = cache.generationOf('a')
      change()
      cache.keep('late', 'a', before, answer('old'))
      expect(cache.fresh('late')).toBeUndefined()
    }
  })

  it('never come back to life after everything ended, however often single tenants changed before', () => {
    const cache = new ByteCache(1_000_000)
    for (let times = 0; times < 5; times++) cache.endGeneration('a')
    cache.keep('one', 'a', cache.generationOf('a'), answer('1'))
    cache.endAll()
    for (let times = 0; times < 10; times++) {
      expect(cache.fresh('one')).toBeUndefined()
      cache.endGeneration('a')
    }
  })

  it('make room for each other, those that nobody asked for first', () => {
    const cache = new ByteCache(40_000)
    for (let at = 0; at < 100; at++) {
      cache.keep(`key ${at}`, 'a', cache.generationOf('a'), answer('x'.repeat(1_000)))
      cache.fresh('key 0')
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(40_000)
    expect(cache.fresh('key 0')).toBeDefined()
    expect(cache.fresh('key 1')).toBeUndefined()
    expect(cache.fresh('key 99')).toBeDefined()
  })

  it('are not kept where one would push out all others', () => {
    const cache = new ByteCache(40_000)
    cache.keep('huge', 'a', cache.generationOf('a'), answer('x'.repeat(30_000)))
    expect(cache.size).toEqual({ entries: 0, bytes: 0 })
  })
})
