import { useRef } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
}

/** Selects single rows, the whole page, or with shift the range from the row that was toggled last. */
export function useRowSelection(ids: readonly string[], selection: Selection | undefined) {
  const anchor = useRef<string>(undefined)
  if (!selection) return undefined
  const { selected, onChange } = selection
  const selectedOnPage = ids.filter((id) => selected.has(id)).length

  const change = (changed: readonly string[], isSelected: boolean) => {
    const next = new Set(selected)
    for (const id of changed) isSelected ? next.add(id) : next.delete(id)
    onChange(next)
  }
  return {
    has: (id: string) => selected.has(id),
    isAllSelected: ids.length > 0 && selectedOnPage === ids.length,
    isSomeSelected: selectedOnPage > 0 && selectedOnPage < ids.length,
    toggleAll: () => change(ids, selectedOnPage < ids.length),
    toggle: (id: string, isRange: boolean) => {
      const from = isRange && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1
      const to = ids.indexOf(id)
      anchor.current = id
      if (from < 0) return change([id], !selected.has(id))
      change(ids.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(id))
    },
  }
}
