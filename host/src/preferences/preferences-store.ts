import type { Preferences } from '@pim/shell/provide'
import { createStore } from 'zustand'
import type { KeyValueStore, TabChoice } from './browser-storage.ts'

const ofTab = 'variationId'

/**
 * The preferences of one user in one tenant, stored in this browser as one JSON document; but for the selected
 * variation, which is a choice of the tab.
 */
export function createPreferences(storage: KeyValueStore, variation: TabChoice, owner: string): Preferences {
  const key = `pim.preferences:${owner}`
  const store = createStore(() => ({ values: parse(storage.read(key)), variationId: variation.read() }))
  const select = (variationId: unknown) => {
    if (typeof variationId === 'string') variation.write(variationId)
    else variation.clear()
    store.setState({ variationId: variation.read() })
  }
  return {
    read: (name) => (name === ofTab ? store.getState().variationId : store.getState().values[name]),
    write: (name, value) => {
      if (name === ofTab) return select(value)
      const values = { ...store.getState().values, [name]: value }
      storage.write(key, JSON.stringify(values))
      store.setState({ values })
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
