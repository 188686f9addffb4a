import { createContext, useContext } from 'react'

/**
 * Creates a context that only the shell provides. Its hook throws an error that names it where the provider is missing.
 */
export function requiredContext<T>(name: string) {
  const Context = createContext<T | undefined>(undefined)
  const useRequired = (): T => {
    const value = useContext(Context)
    if (value === undefined) throw new Error(`${name} is there only below the shell (in tests: below TestShell).`)
    return value
  }
  return [Context.Provider, useRequired] as const
}
