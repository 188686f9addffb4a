import type { Preferences } from '@pim/shell/provide'
import { createStore } from 'zustand'
import type { KeyValueStore, TabChoice } from './browser-storage.ts'

/** The preferences of one user in one tenant, stored in this browser as one JSON document. */
export function createPreferences(storage: KeyValueStore, variation: TabChoice, owner: string): Preferences {
  const key = `pim.preferences:${owner}`
  const store = createStore(() => ({ values: parse(storage.read(key)), variationId: variation.read() }))
  return {
    read: (name) => store.getState().values[name],
    write: (name, value) => {
      const values = { ...store.getState().values, [name]: value }
      storage.write(key, JSON.stringify(values))
      store.setState({ values })
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
