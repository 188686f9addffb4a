import type { UnsavedWork } from '@pim/shell/provide'
import { createStore, type StoreApi } from 'zustand'
import type { KeyValueStore } from '../preferences/browser-storage.ts'

export interface OpenWork {
  key: string
  label: string
  /** The draft lies in the browser's storage and outlives the page. */
  isKept: boolean
}

export interface UnsavedWorkStore extends UnsavedWork {
  /** What is on the screen, typed and not saved. */
  store: StoreApi<readonly OpenWork[]>
  open: () => readonly OpenWork[]
  discardAll: () => void
}

/**
 * Drafts of one person in one tenant. Each is written to the browser's storage at the moment it is typed, so that a
 * crash loses no more than the last key; where the storage refuses, the tab remembers and leaving the page asks first.
 */
export function createUnsavedWork(storage: KeyValueStore, owner: string): UnsavedWorkStore {
  const store = createStore<readonly OpenWork[]>(() => [])
  const open = store.getState
  const set = (works: readonly OpenWork[]) => store.setState(works, true)
  const without = (key: string) => open().filter((work) => work.key !== key)
  const address = (key: string) => `pim.draft:${owner}:${key}`
  const discard = (key: string) => {
    storage.remove(address(key))
    if (open().some((work) => work.key === key)) set(without(key))
  }

  return {
    read: (key) => {
      const text = storage.read(address(key))
      try {
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      } catch {
        return undefined
      }
    },
    keep: (key, label, draft) => {
      const isKept = storage.write(address(key), JSON.stringify(draft))
      const known = open().find((work) => work.key === key)
      if (known?.isKept !== isKept || known.label !== label) set([...without(key), { key, label, isKept }])
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
