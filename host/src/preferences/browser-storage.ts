/**
 * A key-value store that never throws. Where the browser refuses its storage or the storage is full, values are kept in
 * memory for the life of the tab.
 */
export interface KeyValueStore {
  read: (key: string) => string | undefined
  /** Returns whether the value was stored beyond the life of the tab. */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
}

export function safeStorage(storage: () => Storage): KeyValueStore {
  const inMemory = new Map<string, string>()
  return {
    read: (key) => {
      if (inMemory.has(key)) return inMemory.get(key)
      try {
        return storage().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (key, value) => {
      try {
        storage().setItem(key, value)
        inMemory.delete(key)
        return true
      } catch {
        inMemory.set(key, value)
        return false
      }
    },
    remove: (key) => {
      inMemory.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Storage is refused, so nothing was ever stored there.
      }
    },
  }
}

export const browserStore = safeStorage(() => localStorage)
export const tabStore = safeStorage(() => sessionStorage)

/**
 * A choice of one tab that is also the default of new tabs: two tabs can work in two tenants, and neither follows the
 * other.
 */
export function tabChoice(key: string, tab: KeyValueStore = tabStore, browser: KeyValueStore = browserStore) {
  return {
    read: () => tab.read(key) ?? browser.read(key),
    /** Makes the current value the tab's own, so that later choices of other tabs do not change it. */
    pin: (value: string) => void tab.write(key, value),
    write: (value: string) => {
      tab.write(key, value)
      browser.write(key, value)
    },
    clear: () => {
      tab.remove(key)
      browser.remove(key)
    },
  }
}
export type TabChoice = ReturnType<typeof tabChoice>
