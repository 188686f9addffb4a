import { startTransition, useEffect, useState } from 'react'

/** Rows that are drawn at once, with what asked for them: they fill a screen. */
export const rowsAtOnce = 25
/** Few enough that the browser lays out and paints a slice within a frame or two. */
const rowsInSlice = 25
/** Rows that change places for as many others are moved; an order with more such places is a new one. */
const fewPlaces = 3

const none: readonly string[] = []

/**
 * How each row of a list is drawn. Those behind the first screen follow in slices, between which the page hears keys and clicks;
 * until then they are empty rows of the usual height. In the end all rows are in the page, so that it can be searched and printed.
 */
export function useDrawnRows(ids: readonly string[]): (id: string, at: number) => 'yes' | 'later' | 'no' {
  const [drawn, setDrawn] = useState(none)
  const places = new Map(drawn.map((id, at) => [id, at]))
  const late = ids.slice(rowsAtOnce)
  const known = late.flatMap((id) => places.get(id) ?? [])
  // In another order the browser would lay out all rows anew, in one piece.
  const isSorted = known.filter((place, at) => place < (known[at - 1] ?? 0)).length > fewPlaces
  const isDrawn = (id: string) => !isSorted && places.has(id)
  const next = late.filter((id) => !isDrawn(id)).slice(0, rowsInSlice)
  const soon = late.length === 0 ? none : ids.filter((id, at) => at < rowsAtOnce || isDrawn(id) || next.includes(id))
  const isSame = soon.length === drawn.length && soon.every((id, at) => id === drawn[at])
  useEffect(() => {
    if (!isSame) startTransition(() => setDrawn(soon))
  })
  return (id, at) => (at < rowsAtOnce ? 'yes' : isDrawn(id) ? 'later' : 'no')
}
