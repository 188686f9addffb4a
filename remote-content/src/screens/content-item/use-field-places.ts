import { type RefObject, useRef } from 'react'

const inputs = 'input, textarea, [role="combobox"], [contenteditable="true"]'

/** Where fields and groups stand on the screen, to go there. */
export function useFieldPlaces(): {
  root: RefObject<HTMLDivElement | null>
  goToGroup: (id: string) => void
  /** True where the field is on the screen. */
  goToField: (name: string) => boolean
  /** To the first of them after where one is, or round to the first. */
  goToNext: (names: ReadonlySet<string>) => void
} {
  const root = useRef<HTMLDivElement>(null)
  const go = (place: HTMLElement | null | undefined) => {
    place?.scrollIntoView({ block: 'start' })
    // Rows out of sight have an estimated height (`field-row.tsx`), and those on the way get their true one by the next frame.
    requestAnimationFrame(() => place?.scrollIntoView({ block: 'start' }))
    // The buttons above a text come before it.
    const control = place?.querySelector<HTMLElement>(inputs) ?? place?.querySelector('button')
    control?.focus({ preventScroll: true })
    return Boolean(control)
  }
  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
  return {
    root,
    goToGroup: (id) => void go(find(`[data-group="${CSS.escape(id)}"]`)),
    goToField: (name) => go(find(`[data-field="${CSS.escape(name)}"]`)),
    goToNext: (names) => {
      const fields = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
      const here = fields.findIndex((place) => place.contains(document.activeElement))
      const after = [...fields.slice(here + 1), ...fields.slice(0, here + 1)]
      go(after.find((place) => names.has(place.dataset.field ?? '')))
    },
  }
}
