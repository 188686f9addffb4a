import { describe, expect, it } from '@rstest/core'
import { ByteCache } from './byte-cache.ts'
import { ChangeLog } from './change-log.ts'

const answer = (text: string, tenantId = 'a', items: readonly string[] = []) => ({
  bytes: Buffer.from(text),
  etag: `"${text}"`,
  tenantId,
  dependencies: { items: new Set(items) },
})
const textOf = (kept: { bytes: Buffer } | undefined) => kept?.bytes.toString()

function caches(maxBytes = 1_000_000) {
  const changes = new ChangeLog()
  return { changes, cache: new ByteCache(maxBytes, changes) }
}

describe('kept answers', () => {
  it('are fresh until their tenant changes, and only theirs', () => {
    const { cache, changes } = caches()
    cache.keep('one', changes.now('a'), answer('1'))
    cache.keep('two', changes.now('b'), answer('2', 'b'))
    changes.add('a')
    expect([textOf(cache.fresh('one')), textOf(cache.fresh('two'))]).toEqual([undefined, '2'])
    expect(textOf(cache.last('one'))).toBe('1')
    changes.addToAll()
    expect([textOf(cache.fresh('two')), textOf(cache.last('two'))]).toEqual([undefined, '2'])
  })

  it('are fresh for as long as only others are touched', () => {
    const { cache, changes } = caches()
    cache.keep('one', changes.now('a'), answer('1', 'a', ['x', 'y']))
    for (let times = 0; times < 2_000; times++) {
      changes.add('a', { items: ['z'] })
      expect(textOf(cache.fresh('one'))).toBe('1')
    }
    changes.add('a', { items: ['z', 'y'] })
    expect(cache.fresh('one')).toBeUndefined()
    changes.add('a', { items: ['z'] })
    expect(cache.fresh('one')).toBeUndefined()
  })

  it('are not taken for fresh where more has changed in between than is remembered', () => {
    const { cache, changes } = caches()
    cache.keep('one', changes.now('a'), answer('1', 'a', ['x']))
    for (let times = 0; times < 2_000; times++) changes.add('a', { items: ['z'] })
    expect(cache.fresh('one')).toBeUndefined()
  })

  it('are compared with changes that name a bounded number of things, in a tenant and in all', () => {
    const { cache, changes } = caches()
    const items = Array.from({ length: 10_000 }, (_, at) => `item ${at}`)
    cache.keep('early', changes.now('a'), answer('1', 'a', ['x']))
    for (let times = 0; times < 6; times++) changes.add('a', { items })
    expect(changes.named).toBeLessThanOrEqual(50_000)
    // What is not remembered any more may have touched it.
    expect(cache.fresh('early')).toBeUndefined()
    cache.keep('late', changes.now('a'), answer('2', 'a', ['x']))
    changes.add('a', { items })
    expect(textOf(cache.fresh('late'))).toBe('2')
    for (let tenant = 0; tenant < 100; tenant++) changes.add(`tenant ${tenant}`, { items })
    expect(changes.named).toBeLessThanOrEqual(300_000)
    changes.add('a')
    changes.addToAll()
    expect(changes.named).toBe(0)
  })

  it('that set out before a change are not taken for what came after it', () => {
    const { cache, changes } = caches()
    const all = [() => changes.add('a'), () => changes.add('a', { items: ['x'] }), () => changes.addToAll()]
    for (const change of all) {
      const before = changes.now('a')
      change()
      cache.keep('late', before, answer('old', 'a', ['x']))
      expect(cache.fresh('late')).toBeUndefined()
    }
  })

  it('never come back to life after everything ended, however often single tenants changed before', () => {
    const { cache, changes } = caches()
    for (let times = 0; times < 5; times++) changes.add('a')
    cache.keep('one', changes.now('a'), answer('1'))
    changes.addToAll()
    for (let times = 0; times < 10; times++) {
      expect(cache.fresh('one')).toBeUndefined()
      changes.add('a', { items: ['x'] })
    }
  })

  it('make room for each other, those that nobody asked for first', () => {
    const { cache, changes } = caches(40_000)
    for (let at = 0; at < 100; at++) {
      cache.keep(`key ${at}`, changes.now('a'), answer('x'.repeat(1_000)))
      cache.fresh('key 0')
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(40_000)
    expect(cache.fresh('key 0')).toBeDefined()
    expect(cache.fresh('key 1')).toBeUndefined()
    expect(cache.fresh('key 99')).toBeDefined()
  })

  it('are not kept where one would push out all others', () => {
    const { cache, changes } = caches(40_000)
    cache.keep('huge', changes.now('a'), answer('x'.repeat(30_000)))
    expect(cache.size).toEqual({ entries: 0, bytes: 0 })
  })
})
