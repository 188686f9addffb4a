import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core'
import { safeStorage } from '../preferences/browser-storage.ts'
import { createUnsavedWork } from './unsaved-work-store.ts'

function storage(isFull = false) {
  const kept = new Map<string, string>()
  const standIn = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
  return { kept, store: safeStorage(() => standIn) }
}

describe('drafts', () => {
  it('survive a reload', () => {
    const { store } = storage()
    createUnsavedWork(store, 'u1:acme').keep('item/1', 'Camera', { title: 'half a sen' })
    expect(createUnsavedWork(store, 'u1:acme').read('item/1')).toEqual({ title: 'half a sen' })
  })

  it('belong to one user in one tenant', () => {
    const { store } = storage()
    createUnsavedWork(store, 'u1:acme').keep('item/1', 'Camera', 'mine')
    expect(createUnsavedWork(store, 'u2:acme').read('item/1')).toBeUndefined()
    expect(createUnsavedWork(store, 'u1:nordic').read('item/1')).toBeUndefined()
  })

  it('are kept in memory where the browser refuses storage, and are marked as not stored', () => {
    const work = createUnsavedWork(storage(true).store, 'u1:acme')
    work.keep('item/1', 'Camera', 'words')
    expect(work.read('item/1')).toBe('words')
    expect(work.open()).toEqual([{ key: 'item/1', label: 'Camera', isStored: false }])
  })

  it('block leaving until they are saved, or their screen is unmounted', () => {
    const work = createUnsavedWork(storage().store, 'u1:acme')
    work.keep('item/1', 'Camera', 'words')
    expect(work.open().map(({ label }) => label)).toEqual(['Camera'])
    work.release('item/1')
    expect(work.open()).toEqual([])
    expect(work.read('item/1')).toBe('words')
    work.discard('item/1')
    expect(work.read('item/1')).toBeUndefined()
  })

  describe('that are large', () => {
    beforeEach(() => void rs.useFakeTimers())
    afterEach(() => void rs.useRealTimers())

    const long = 'x'.repeat(200_000)
    const typeOn = () => {
      const { store, kept } = storage()
      const written: string[] = []
      const work = createUnsavedWork(
        { ...store, write: (key, value) => written.push(value) > 0 && store.write(key, value) },
        'u1:acme',
      )
      work.keep('item/1', 'Camera', long)
      for (const letter of 'abc') work.keep('item/1', 'Camera', long + letter)
      return { work, written, stored: () => kept.get('pim.draft:u1:acme:item/1') }
    }

    it('are written once the screen has shown the key, and not at each of several', async () => {
      const { work, written, stored } = typeOn()
      expect(written).toHaveLength(1)
      expect(work.read('item/1')).toBe(`${long}c`)
      await rs.advanceTimersByTimeAsync(50)
      expect(written).toHaveLength(2)
      expect(stored()).toBe(JSON.stringify(`${long}c`))
    })

    it('are written at once when the page or their screen goes', () => {
      const { work, stored } = typeOn()
      work.flush()
      expect(stored()).toBe(JSON.stringify(`${long}c`))
      work.keep('item/1', 'Camera', `${long}d`)
      work.release('item/1')
      expect(stored()).toBe(JSON.stringify(`${long}d`))
      expect(work.open()).toEqual([])
    })

    it('stay away once they are discarded', async () => {
      const { work, stored } = typeOn()
      work.discard('item/1')
      await rs.advanceTimersByTimeAsync(50)
      expect(stored()).toBeUndefined()
      expect(work.open()).toEqual([])
    })
  })

  it('that cannot be parsed count as none', () => {
    const { store, kept } = storage()
    kept.set('pim.draft:u1:acme:item/1', '{"half')
    expect(createUnsavedWork(store, 'u1:acme').read('item/1')).toBeUndefined()
  })
})
