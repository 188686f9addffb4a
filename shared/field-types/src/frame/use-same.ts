import { useState } from 'react'

/** The list of the draw before, while it has the same entries: `Autocomplete` takes a new one for another choice, and takes back what is typed. */
export function useSame(list: readonly string[]): string[] {
  const [same, setSame] = useState(() => [...list])
  if (same.length === list.length && same.every((entry, index) => entry === list[index])) return same
  const next = [...list]
  setSame(next)
  return next
}
