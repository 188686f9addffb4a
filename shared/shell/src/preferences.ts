import { useCallback, useSyncExternalStore } from 'react'
import { requiredContext } from './required-context.ts'

/** What this person set in this browser, for this tenant. */
export interface Preferences {
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  subscribe: (onChange: () => void) => () => void
  /** The selected variation; cleared by a change of tenant. */
  readVariationId: () => string | undefined
  writeVariationId: (variationId: string) => void
}

export const [PreferencesProvider, usePreferences] = requiredContext<Preferences>('usePreferences')

/** The variation that lists and items open in; undefined until one was chosen. */
export function useSelectedVariationId() {
  const { readVariationId, writeVariationId, subscribe } = usePreferences()
  return [useSyncExternalStore(subscribe, readVariationId), writeVariationId] as const
}

/** Like `useState`, but kept: column choices, folded panels. Values are JSON. Names start with the section's. */
export function usePreference<T>(name: string, initial: T) {
  const { read, write, subscribe } = usePreferences()
  const kept = useSyncExternalStore(subscribe, () => read(name))
  const set = useCallback((value: T) => write(name, value), [write, name])
  return [(kept as T | undefined) ?? initial, set] as const
}
