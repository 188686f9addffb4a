import { useCallback, useLayoutEffect, useRef, useState } from 'react'

export type Entry = Readonly<Record<string, unknown>>

export interface Entries {
  readonly list: readonly Entry[]
  /** One for each entry; it goes with the entry when the order changes, so that nothing is drawn anew. */
  readonly keys: readonly number[]
  /** Never changes, so that a key press in one field redraws that field alone. */
  set(index: number, name: string, value: unknown): void
  add(): void
  /** For a new order, or fewer of them. */
  arrange(indices: readonly number[]): void
}

const isEntry = (entry: unknown): entry is Entry => typeof entry === 'object' && entry !== null && !Array.isArray(entry)

const entriesIn = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : [])

const without = (entry: Entry, name: string): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name))

/** The entries of a group or the rows of a table, as they are being edited. */
export function useEntries(value: unknown, fresh: () => Entry, onChange: (value: unknown) => void): Entries {
  const list = entriesIn(value)
  const [keys, setKeys] = useState<readonly number[]>([])
  const next = useRef(0)
  const current = useRef({ list, onChange })
  useLayoutEffect(() => {
    current.current = { list, onChange }
  })
  if (keys.length !== list.length) {
    const more = Array.from({ length: Math.max(0, list.length - keys.length) }, () => next.current++)
    setKeys([...keys.slice(0, list.length), ...more])
  }
  const set = useCallback((index: number, name: string, entryValue: unknown) => {
    const { list: now, onChange: tell } = current.current
    const entry = now[index]
    if (entry === undefined) return
    const changed = entryValue === null ? without(entry, name) : { ...entry, [name]: entryValue }
    const all = now.with(index, changed)
    current.current = { list: all, onChange: tell }
    tell(all)
  }, [])
  return {
    list,
    keys,
    set,
    add: () => onChange([...list, fresh()]),
    arrange: (indices) => {
      setKeys(indices.flatMap((index) => keys[index] ?? []))
      const all = indices.flatMap((index) => list[index] ?? [])
      onChange(all.length === 0 ? null : all)
    },
  }
}

/** Places, to be put in another order. */
export const indicesOf = (list: readonly unknown[]): number[] => [...list.keys()]
