import { useCallback, useSyncExternalStore } from 'react'
import { requiredContext } from './required-context.ts'

/** The user's choices, stored in this browser for each tenant. */
export interface Preferences {
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  subscribe: (onChange: () => void) => () => void
  /** The selected variation; cleared by a change of tenant. */
  readVariationId: () => string | undefined
  writeVariationId: (variationId: string) => void
}

export const [PreferencesProvider, usePreferences] = requiredContext<Preferences>('usePreferences')

/** The variation in which lists and items open; `undefined` until the user selects one. */
export function useSelectedVariationId() {
  const { readVariationId, writeVariationId, subscribe } = usePreferences()
  return [useSyncExternalStore(subscribe, readVariationId), writeVariationId] as const
}

/**
 * Like `useState`, but stored in the browser: chosen columns, collapsed panels. Values must be JSON; names start with
 * the name of the section.
 */
export function usePreference<T>(name: string, initial: T) {
  const { read, write, subscribe } = usePreferences()
  const kept = useSyncExternalStore(subscribe, () => read(name))
  const set = useCallback((value: T) => write(name, value), [write, name])
  return [(kept as T | undefined) ?? initial, set] as const
}
