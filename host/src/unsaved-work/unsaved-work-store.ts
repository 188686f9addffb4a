import type { UnsavedWork } from '@pim/shell/provide'
import { createStore, type StoreApi } from 'zustand'
import type { KeyValueStore } from '../preferences/browser-storage.ts'

export interface OpenWork {
  key: string
  label: string
  /** The draft is in the browser's storage and survives leaving the page. */
  isStored: boolean
}

export interface UnsavedWorkStore extends UnsavedWork {
  /** Unsaved work of the mounted screens. */
  store: StoreApi<readonly OpenWork[]>
  open: () => readonly OpenWork[]
  discardAll: () => void
  /** Writes down what waits to be: the page may be gone in a moment. */
  flush: () => void
}

/** Characters of a draft from which on writing it down would be felt at every key press. */
const large = 20_000
/** Milliseconds until a large one is written: the screen has shown the key by then. */
const afterPaint = 50

/**
 * Drafts of one user in one tenant. Each is written to the browser's storage at every change, a large one right after the
 * screen has shown it, so that a crash loses at most the last key press. Where the storage refuses, the draft is kept in
 * memory and leaving the page asks first.
 */
export function createUnsavedWork(storage: KeyValueStore, owner: string): UnsavedWorkStore {
  const store = createStore<readonly OpenWork[]>(() => [])
  const open = store.getState
  const set = (works: readonly OpenWork[]) => store.setState(works, true)
  const without = (key: string) => open().filter((work) => work.key !== key)
  // Defence 60, without: const storageKey = (key: string) => `pim.draft:${key}`
  const storageKey = (key: string) => `pim.draft:${owner}:${key}`
  const sizes = new Map<string, number>()
  const waiting = new Map<string, { label: string; draft: unknown }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = (key: string, label: string, isStored: boolean) => {
    const existing = open().find((work) => work.key === key)
    if (existing?.isStored !== isStored || existing.label !== label) set([...without(key), { key, label, isStored }])
  }
  const write = (key: string, label: string, draft: unknown) => {
    waiting.delete(key)
    const text = JSON.stringify(draft)
    sizes.set(key, text.length)
    // Defence 7, without: note(key, label, storage.write(storageKey(key), text) !== undefined)
    note(key, label, storage.write(storageKey(key), text))
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [key, { label, draft }] of waiting) write(key, label, draft)
  }
  const discard = (key: string) => {
    waiting.delete(key)
    sizes.delete(key)
    storage.remove(storageKey(key))
    if (open().some((work) => work.key === key)) set(without(key))
  }

  return {
    read: (key) => {
      const unwritten = waiting.get(key)
      if (unwritten) return unwritten.draft
      const text = storage.read(storageKey(key))
      try {
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      } catch {
        return undefined
      }
    },
    keep: (key, label, draft) => {
      if ((sizes.get(key) ?? 0) < large) return write(key, label, draft)
      waiting.set(key, { label, draft })
      timer ??= setTimeout(flush, afterPaint)
    },
    discard,
    release: (key) => {
      flush()
      if (open().some((work) => work.key === key)) set(without(key))
    },
    flush,
    store,
    open,
    discardAll: () => {
      for (const { key } of open()) discard(key)
    },
  }
}
