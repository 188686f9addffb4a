import { useCallback, useSyncExternalStore } from 'react'
import { requiredContext } from './required-context.ts'

/** The user's choices, stored in this browser for each tenant. */
export interface Preferences {
  read: (name: string) => unknown
  write: (name: string, value: unknown) => void
  subscribe: (onChange: () => void) => () => void
}

export const [PreferencesProvider, usePreferences] = requiredContext<Preferences>('usePreferences')

/**
 * Like `useState`, but stored in the browser: chosen columns, collapsed panels. Values must be JSON; names start with
 * the name of the section. `variationId` is the selected variation of the tab, which a change of tenant clears.
 */
export function usePreference<T>(name: string, initial: T) {
  const { read, write, subscribe } = usePreferences()
  const kept = useSyncExternalStore(subscribe, () => read(name))
  const set = useCallback((value: T) => write(name, value), [write, name])
  return [(kept as T | undefined) ?? initial, set] as const
}
