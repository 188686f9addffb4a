import { useEffect, useRef } from 'react'

/** The panel beside the fields once it shows this, or the row of a field by its key; without one, the fields. */
type Target = { readonly panelOf: string | undefined } | { readonly row: string | undefined }

/**
 * Keeps the focus where one works, so that all goes by keyboard alone: a panel that was opened by a key gets it, and the row
 * of its field once it is closed. Where the button goes that was pressed, as the one that saves does, the fields have it.
 */
export function useEditorFocus(changeCount: number, openKey: string | undefined) {
  const fields = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const wanted = useRef<Target>(undefined)
  const countBefore = useRef(changeCount)
  useEffect(() => {
    const target = wanted.current
    const isSettled = countBefore.current > 0 && changeCount === 0
    countBefore.current = changeCount
    if (target && 'panelOf' in target) {
      // It opens with the address, which may be later than what asked for it.
      const first = panel.current?.querySelector<HTMLElement>('input, textarea, button')
      if (!first || openKey !== target.panelOf) return
      wanted.current = undefined
      first.focus()
    } else if (target) {
      wanted.current = undefined
      const rows = [...(fields.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
      ;(rows.find(({ dataset }) => dataset.row === target.row) ?? fields.current)?.focus()
    } else if (isSettled && document.activeElement === document.body) fields.current?.focus()
  })
  const goTo = (target: Target) => {
    wanted.current = target
  }
  return { fields, panel, goTo }
}
