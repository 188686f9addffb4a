/**
 * The browser may refuse its storage, or be full. What was written is then still known to this tab, and nothing breaks.
 */
export interface KeyValueStore {
  read: (key: string) => string | undefined
  /** Whether it is really kept. */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
}

export function safeStorage(storage: () => Storage): KeyValueStore {
  const remembered = new Map<string, string>()
  return {
    read: (key) => {
      if (remembered.has(key)) return remembered.get(key)
      try {
        return storage().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (key, value) => {
      try {
        storage().setItem(key, value)
        remembered.delete(key)
        return true
      } catch {
        remembered.set(key, value)
        return false
      }
    },
    remove: (key) => {
      remembered.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Nothing could be written there either.
      }
    },
  }
}

export const browserStore = safeStorage(() => localStorage)
export const tabStore = safeStorage(() => sessionStorage)

/**
 * A choice that belongs to the tab once it is made there, and that the next tab starts from: two tabs can work in two
 * tenants, and neither follows the other.
 */
export function tabChoice(key: string, tab: KeyValueStore = tabStore, browser: KeyValueStore = browserStore) {
  return {
    read: () => tab.read(key) ?? browser.read(key),
    /** This tab keeps to what it started with, whatever other tabs choose later. */
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
