import { createContext, useContext } from 'react'

/** A context that only the shell can fill: a section drawn outside of it hears so, rather than of an undefined. */
export function requiredContext<T>(name: string) {
  const Context = createContext<T | undefined>(undefined)
  const useRequired = (): T => {
    const value = useContext(Context)
    if (value === undefined) throw new Error(`${name} is there only below the shell (in tests: below TestShell).`)
    return value
  }
  return [Context.Provider, useRequired] as const
}
