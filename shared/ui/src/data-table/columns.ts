import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Must stay the same between releases: the stored choice of columns refers to it. */
  id: string
  header: string
  /**
   * Hides the header visually; screen readers and the menu of columns still have it. For columns whose cells explain
   * themselves.
   */
  isHeaderVisuallyHidden?: boolean
  cell: (row: Row) => ReactNode
  /** The placeholder while rows load; default one line of text. */
  skeleton?: ReactNode
  width?: number | string
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
}

export interface Sorting {
  field: string
  direction: 'asc' | 'desc'
}

/** The columns to show: the user's choice, else every column that is not hidden by default. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined) {
  return columns.filter(({ id, hideable, hiddenAtFirst }) =>
    hideable === false ? true : chosen ? chosen.includes(id) : !hiddenAtFirst,
  )
}
