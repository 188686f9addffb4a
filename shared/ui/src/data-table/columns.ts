import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Stable: the kept choice of columns names it. */
  id: string
  header: string
  /** The header is heard and stands in the menu of columns, but takes no place above a column that needs none. */
  isHeaderHeard?: boolean
  cell: (row: Row) => ReactNode
  /** Holds the place of a cell that is yet to come, where that is not a line of text. */
  skeleton?: ReactNode
  width?: number | string
  align?: 'left' | 'right'
  /** The field that the list is sorted by when the header is pressed; left out: not sortable. */
  sortField?: string
  /** Narrower than this breakpoint the column is left out, so that what matters fits at 360 px. */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl'
  /** `false`: it cannot be switched off. */
  hideable?: boolean
  hiddenAtFirst?: boolean
}

export interface Sorting {
  field: string
  direction: 'asc' | 'desc'
}

/** Which columns show: the choice made, or what the columns say of themselves. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined) {
  return columns.filter(({ id, hideable, hiddenAtFirst }) =>
    hideable === false ? true : chosen ? chosen.includes(id) : !hiddenAtFirst,
  )
}
