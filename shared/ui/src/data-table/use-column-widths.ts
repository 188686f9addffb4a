import { type RefObject, useRef } from 'react'
import type { Column } from './columns.ts'

/** In pixels by the id of the column. */
type Widths = Readonly<Record<string, number>>

export const noWidths: Widths = {}

/** Where the table says how wide a column is: a drag changes it there, and no cell is drawn again. */
export const widthVariable = (id: string): string => `--pim-column-${id.replace(/[^\w-]/g, '_')}`

/** In pixels, of a column that has a least width on the screen: enough for a date. */
const paperWidth = 84

/**
 * Below `sm` a column has no fixed width: the few columns that are left share the room by their content. A width of the
 * user's stands in a variable of the table, which a drag sets also for a column that has none yet.
 */
export const columnStyle = <Row>({ id, width, minWidth, hideBelow }: Column<Row>, isChosen = false) => {
  const own = (fallback: number | string) => ({
    sm: `var(${widthVariable(id)}, ${typeof fallback === 'number' ? `${fallback}px` : fallback})`,
  })
  return {
    width: own(width ?? 'auto'),
    minWidth: own(minWidth ?? 'auto'),
    maxWidth: own('none'),
    // Paper does not scroll: all columns share its width, and what does not fit is printed smaller by the browser.
    '@media print': { width: 'auto', minWidth: minWidth === undefined ? 0 : paperWidth, maxWidth: 'none', px: 0.75 },
    ...(isChosen ? { overflow: 'hidden' } : {}),
    ...(hideBelow ? { display: { xs: 'none', [hideBelow]: 'table-cell' } } : {}),
  }
}

/**
 * Widths of columns that are being dragged, drawn on the table itself; the user's choice is told once, when the edge is let go.
 */
export function useColumnWidths<Row>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<Row>[],
  widths: Widths,
  onWidthsChange: ((widths: Widths) => void) | undefined,
) {
  const draw = (shown: Readonly<Record<string, number | undefined>>) => {
    for (const [id, width] of Object.entries(shown)) {
      if (width === undefined) table.current?.style.removeProperty(widthVariable(id))
      else table.current?.style.setProperty(widthVariable(id), `${width}px`)
    }
  }
  /** A column that takes the room that is left keeps its width while another one changes: the edge follows the pointer. */
  const widthsOfOthers = (changed: string): Readonly<Record<string, number>> =>
    Object.fromEntries(
      columns.flatMap(({ id, width }) => {
        const cell = table.current?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)
        return id === changed || width !== undefined || widths[id] !== undefined || !cell
          ? []
          : [[id, cell.offsetWidth]]
      }),
    )
  const held = useRef<Readonly<Record<string, number>>>(undefined)
  const drawWidth = (id: string, width: number | undefined) => {
    if (width !== undefined) {
      held.current ??= widthsOfOthers(id)
      return draw({ ...held.current, [id]: width })
    }
    draw(Object.fromEntries([id, ...Object.keys(held.current ?? {})].map((each) => [each, widths[each]])))
    held.current = undefined
  }
  const chooseWidth = (id: string, width: number | undefined) => {
    const { [id]: _, ...chosen } = widths
    const others = held.current ?? widthsOfOthers(id)
    held.current = undefined
    onWidthsChange?.(width === undefined ? chosen : { ...chosen, ...others, [id]: width })
  }
  return { drawWidth, chooseWidth }
}
