import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Must stay the same between releases: the stored choice of columns refers to it. */
  id: string
  header: string
  /** What tells it from another column of the same header, in the panel of columns. */
  detail?: string
  /**
   * Hides the header visually; screen readers and the menu of columns still have it. For columns whose cells explain
   * themselves.
   */
  isHeaderVisuallyHidden?: boolean
  cell: (row: Row) => ReactNode
  /** The placeholder while rows load; default one line of text. */
  skeleton?: ReactNode
  width?: number | string
  /** In pixels: where the table is wider than its room it scrolls before the column is narrower than this. */
  minWidth?: number
  align?: 'left' | 'right'
  /** The field sorted by when the header is pressed. Left out, the column cannot be sorted. */
  sortField?: string
  /** The direction of the first press; left out, `asc`: A to Z. For times and figures the last are most wanted. */
  firstDirection?: 'asc' | 'desc'
  /** Hides the column below this breakpoint, so that the important columns fit at 360 px. */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl'
  /** `false`: the user cannot hide the column. */
  hideable?: boolean
  hiddenAtFirst?: boolean
  /** Why a hidden column cannot be shown now, in words: there are too many of its kind. */
  refused?: string | undefined
}

export interface Sorting {
  field: string
  direction: 'asc' | 'desc'
}

/**
 * The columns to show: the user's choice in the user's order, else every column that is not hidden by default. A chosen
 * column that is not among `columns` is passed over.
 */
export function visibleColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined) {
  if (chosen === undefined) return columns.filter(({ hideable, hiddenAtFirst }) => hideable === false || !hiddenAtFirst)
  const places = new Map(chosen.map((id, at) => [id, at]))
  const placeOf = ({ id }: Column<Row>) => places.get(id) ?? -1
  return columns
    .filter((column) => column.hideable === false || places.has(column.id))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * The choice with a column hidden that was shown, or shown that was hidden: behind the one that it follows by nature. What
 * is chosen and not among `columns` stays chosen.
 */
export function toggledColumn<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
  id: string,
): string[] {
  const now = chosen ?? visibleColumns(columns, undefined).map((column) => column.id)
  if (now.includes(id)) return now.filter((each) => each !== id)
  const before = columns.slice(
    0,
    columns.findIndex((column) => column.id === id),
  )
  const neighbour = before.findLast((column) => now.includes(column.id))
  return now.toSpliced(neighbour === undefined ? 0 : now.indexOf(neighbour.id) + 1, 0, id)
}

/** The choice with a shown column moved to a place among the shown ones. */
export function movedColumn<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
  id: string,
  to: number,
): string[] {
  const shown = visibleColumns(columns, chosen).map((column) => column.id)
  const others = shown.filter((each) => each !== id)
  const moved = others.toSpliced(to, 0, id)
  // What is chosen and not among `columns` keeps its neighbour.
  const absent = (chosen ?? []).filter((each) => !shown.includes(each))
  return absent.reduce((order, each) => {
    const before = (chosen ?? []).slice(0, (chosen ?? []).indexOf(each)).findLast((other) => order.includes(other))
    return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, each)
  }, moved)
}
