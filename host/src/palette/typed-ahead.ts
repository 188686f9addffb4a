/** For how long letters wait for the palette's field. Where its code does not come, they go where the focus is again. */
const longestMs = 5_000

export interface TypedAhead {
  /** The palette was asked for: from now on, letters are kept for its field. */
  begin: () => void
  /** Answers what was typed, and lets the letters after it go to the field that has the focus. */
  take: () => string
  /** For `keydown` of the window, in the capture phase: the field that has the focus must not get the letter too. */
  keep: (event: KeyboardEvent) => void
}

/** Keeps the letters that are typed after the palette's shortcut while its code is still on its way. */
export function createTypedAhead(now: () => number = () => performance.now()): TypedAhead {
  let kept: { text: string; readonly since: number } | undefined
  return {
    begin() {
      kept = { text: '', since: now() }
    },
    take() {
      const text = kept?.text ?? ''
      kept = undefined
      return text
    },
    keep(event) {
      if (kept === undefined) return
      if (event.key === 'Escape' || now() - kept.since > longestMs) {
        kept = undefined
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
      else if (event.key.length === 1) kept.text += event.key
      // Enter, too: it would press what has the focus behind the palette.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
