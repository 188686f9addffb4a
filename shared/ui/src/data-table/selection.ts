import { useRef } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
}

/** Selecting rows one by one, all on the page, or with shift a stretch from the last one touched. */
export function useRowSelection(ids: readonly string[], selection: Selection | undefined) {
  const anchor = useRef<string>(undefined)
  if (!selection) return undefined
  const { selected, onChange } = selection
  const onPage = ids.filter((id) => selected.has(id)).length

  const change = (some: readonly string[], on: boolean) => {
    const next = new Set(selected)
    for (const id of some) on ? next.add(id) : next.delete(id)
    onChange(next)
  }
  return {
    has: (id: string) => selected.has(id),
    all: ids.length > 0 && onPage === ids.length,
    some: onPage > 0 && onPage < ids.length,
    toggleAll: () => change(ids, onPage < ids.length),
    toggle: (id: string, stretch: boolean) => {
      const from = stretch && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1
      const to = ids.indexOf(id)
      anchor.current = id
      if (from < 0) return change([id], !selected.has(id))
      change(ids.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(id))
    },
  }
}
