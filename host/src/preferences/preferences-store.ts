import type { Preferences } from '@pim/shell/provide'
import type { KeyValueStore, TabChoice } from './browser-storage.ts'

/** What one person set in this browser for one tenant: a small document under one key. */
export function createPreferences(storage: KeyValueStore, variation: TabChoice, owner: string): Preferences {
  const key = `pim.preferences:${owner}`
  let kept = parse(storage.read(key))
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read: (name) => kept[name],
    write: (name, value) => {
      kept = { ...kept, [name]: value }
      storage.write(key, JSON.stringify(kept))
      tell()
    },
    readVariationId: variation.read,
    writeVariationId: (variationId) => {
      variation.write(variationId)
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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
