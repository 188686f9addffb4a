import type { Preferences } from '@pim/shell/provide'
import { createStore } from 'zustand'
import type { KeyValueStore, TabChoice } from './browser-storage.ts'

/** What one person set in this browser for one tenant: a small document under one key. */
export function createPreferences(storage: KeyValueStore, variation: TabChoice, owner: string): Preferences {
  const key = `pim.preferences:${owner}`
  const store = createStore(() => ({ kept: parse(storage.read(key)), variationId: variation.read() }))
  return {
    read: (name) => store.getState().kept[name],
    write: (name, value) => {
      const kept = { ...store.getState().kept, [name]: value }
      storage.write(key, JSON.stringify(kept))
      store.setState({ kept })
    },
    readVariationId: () => store.getState().variationId,
    writeVariationId: (variationId) => {
      variation.write(variationId)
      store.setState({ variationId })
    },
    subscribe: store.subscribe,
  }
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}
