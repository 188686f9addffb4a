import { useCallback, useEffect, useRef, useState } from 'react'

export interface Undoable {
  /** What it takes back, in the user's words: "moving Lenses". */
  readonly label: string
  readonly run: () => void
}

export interface UndoHistory {
  /** What Ctrl+Z would take back. */
  readonly next: Undoable | undefined
  readonly remember: (step: Undoable) => void
  /** It was taken back elsewhere, or has never come to be. */
  readonly drop: (step: Undoable) => void
  readonly undo: () => void
}

const maxRemembered = 50

/** What can be taken back, the latest first; Ctrl+Z does, except where there is text to undo. */
export function useUndo(): UndoHistory {
  const [steps, setSteps] = useState<readonly Undoable[]>([])
  const latest = useRef(steps)
  latest.current = steps
  const remember = useCallback((step: Undoable) => setSteps((known) => [...known, step].slice(-maxRemembered)), [])
  const drop = useCallback((step: Undoable) => setSteps((known) => known.filter((each) => each !== step)), [])
  const undo = useCallback(() => {
    const step = latest.current.at(-1)
    if (!step) return
    drop(step)
    step.run()
  }, [drop])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=dialog]')) return
      if (latest.current.length === 0) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo])
  return { next: steps.at(-1), remember, drop, undo }
}
