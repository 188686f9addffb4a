import type { SxProps, Theme } from '@mui/material'
import { cellStyle } from '../theme/cell-style.ts'
import type { Column } from './columns.ts'
import { columnStyle } from './use-column-widths.ts'

/** Class names of cells in the body; those of columns are by their place. */
export const checkboxCell = 'pim-checkbox'
export const restCell = 'pim-rest'
export const columnCell = (at: number): string => `pim-column-${at}`
/** Class names of the skeleton shapes that fill cells while rows load. */
export const skeletonLine = 'pim-line'
export const skeletonBox = 'pim-box'

export const checkboxCellStyle = { width: 44, pl: 0.5, pr: 0, '@media print': { display: 'none' } }

/** An empty last cell takes the room that columns of fixed widths leave. */
export const restStyle = { p: 0, display: { xs: 'none', sm: 'table-cell' } }

/** One animation for all rows: one for each cell would be a layer of the graphics for each. */
const skeletonStyle = (theme: Theme) => ({
  animation: 'pim-pulse 2s ease-in-out 0.5s infinite',
  '@keyframes pim-pulse': { '50%': { opacity: 0.4 } },
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  [`& .${skeletonLine}, & .${skeletonBox}`]: {
    display: 'block',
    height: '12px',
    borderRadius: '4px',
    backgroundColor: theme.vars?.palette.Skeleton.bg,
  },
  [`& .${skeletonBox}`]: { width: '18px', height: '18px', marginInlineStart: '10px' },
})

/**
 * Styles of all rows and cells, as rules of the table's body. Rows and cells are plain elements: a styled component for
 * each of some three hundred took a good part of the time in which a list is drawn.
 */
export const bodyStyle =
  <Row>(
    columns: readonly Column<Row>[],
    widths: Readonly<Record<string, number>>,
    isLoading: boolean,
  ): SxProps<Theme> =>
  (theme) => ({
    ...(isLoading ? skeletonStyle(theme) : {}),
    '& > tr > td': {
      ...theme.typography.body2,
      borderBottomWidth: '1px',
      ...cellStyle(theme),
      textAlign: 'left',
      color: theme.vars?.palette.text.primary,
    },
    [`& > tr > .${checkboxCell}`]: checkboxCellStyle,
    [`& > tr > .${restCell}`]: restStyle,
    ...Object.fromEntries<object>(
      columns.map((column, at) => [
        `& > tr > .${columnCell(at)}`,
        { ...columnStyle(column, widths[column.id] !== undefined), textAlign: column.align ?? 'left' },
      ]),
    ),
    '& > tr[data-row]': {
      '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
      '&:focus-visible': { outlineOffset: '-2px' },
      '&[data-marked]': { backgroundColor: theme.vars?.palette.action.selected },
    },
  })
