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
}

/**
 * Drafts of one user in one tenant. Each is written to the browser's storage at every change, so that a crash loses at
 * most the last key press. Where the storage refuses, the draft is kept in memory and leaving the page asks first.
 */
export function createUnsavedWork(storage: KeyValueStore, owner: string): UnsavedWorkStore {
  const store = createStore<readonly OpenWork[]>(() => [])
  const open = store.getState
  const set = (works: readonly OpenWork[]) => store.setState(works, true)
  const without = (key: string) => open().filter((work) => work.key !== key)
  const storageKey = (key: string) => `pim.draft:${owner}:${key}`
  const discard = (key: string) => {
    storage.remove(storageKey(key))
    if (open().some((work) => work.key === key)) set(without(key))
  }

  return {
    read: (key) => {
      const text = storage.read(storageKey(key))
      try {
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      } catch {
        return undefined
      }
    },
    keep: (key, label, draft) => {
      const isStored = storage.write(storageKey(key), JSON.stringify(draft))
      const existing = open().find((work) => work.key === key)
      if (existing?.isStored !== isStored || existing.label !== label) set([...without(key), { key, label, isStored }])
    },
    discard,
    release: (key) => {
      if (open().some((work) => work.key === key)) set(without(key))
    },
    store,
    open,
    discardAll: () => {
      for (const { key } of open()) discard(key)
    },
  }
}
