import {
  Box,
  Checkbox,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { onlyHeard } from '../only-heard.ts'
import type { Column, Sorting } from './columns.ts'
import { type Selection, useRowSelection } from './selection.ts'

interface DataTableProps<Row> {
  /** For a search field to lead to. */
  id?: string
  /** The table's name, for those who hear it. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined`: not there yet, and skeletons hold the place of `expectedRows`. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** The row in a word or two, to say which one a checkbox selects. */
  rowLabel: (row: Row) => string
  sorting?: Sorting
  onSortingChange?: (sorting: Sorting) => void
  selection?: Selection
  /** Enter on a row, or a press anywhere on it that is not a press on something in it. */
  onOpen?: (row: Row) => void
  /** Stands in the place of rows where there are none. */
  empty?: ReactNode
  expectedRows?: number
  /** The rows shown are yesterday's while the next are under way. */
  isStale?: boolean
  /** The row that is open beside the table. */
  currentId?: string
}

const inFirstColumn = { width: 44, pl: 0.5, pr: 0 }
const interactive = 'a, button, input, textarea, select, label, [role="button"], [role="menuitem"]'

/** Rows of 44 px for scanning and comparing: sortable, selectable, and all of it by keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowLabel, sorting, onSortingChange, onOpen, empty, currentId } = props
  const { t } = useTranslation()
  const body = useRef<HTMLTableSectionElement>(null)
  const selection = useRowSelection(rows?.map(rowId) ?? [], props.selection)
  const columnCount = columns.length + (selection ? 1 : 0)

  const moveFocus = (row: HTMLElement, to: 'next' | 'previous' | 'first' | 'last') => {
    const all = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    const at = all.indexOf(row)
    const target = { next: all[at + 1], previous: all[at - 1], first: all[0], last: all.at(-1) }[to]
    target?.focus()
  }
  const pressKey = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    const go = ({ ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const)[event.key as 'Home']
    if (go) moveFocus(event.currentTarget, go)
    else if (event.key === ' ' && selection) selection.toggle(rowId(row), event.shiftKey)
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else return
    event.preventDefault()
  }
  const press = (event: MouseEvent<HTMLTableRowElement>, row: Row) => {
    const target = event.target
    if (!onOpen || (target instanceof Element && target.closest(interactive))) return
    // Marking text in a row is not opening it.
    if (String(getSelection() ?? '')) return
    onOpen(row)
  }

  return (
    <TableContainer
      id={props.id}
      // A region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ flex: '1 1 auto', minHeight: 0, outlineOffset: -2 }}
    >
      <Table stickyHeader aria-label={label} aria-busy={!rows || props.isStale}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox" sx={inFirstColumn}>
                <Checkbox
                  checked={selection.all}
                  indeterminate={selection.some}
                  onChange={selection.toggleAll}
                  disabled={!rows?.length}
                  slotProps={{ input: { 'aria-label': t('ui.selection.all') } }}
                />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} onSortingChange={onSortingChange} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody ref={body} sx={{ opacity: props.isStale ? 0.6 : 1 }}>
          {!rows && (
            <SkeletonRows count={props.expectedRows ?? 25} columns={columns} hasSelection={Boolean(selection)} />
          )}
          {rows?.map((row) => {
            const id = rowId(row)
            const isSelected = selection?.has(id) ?? false
            return (
              <TableRow
                key={id}
                data-row
                hover
                selected={isSelected || id === currentId}
                tabIndex={0}
                onKeyDown={(event) => pressKey(event, row)}
                onClick={(event) => press(event, row)}
                sx={{ cursor: onOpen ? 'pointer' : 'default', '&:focus-visible': { outlineOffset: -2 } }}
              >
                {selection && (
                  <TableCell padding="checkbox" sx={inFirstColumn}>
                    <Checkbox
                      checked={isSelected}
                      onClick={(event) => selection.toggle(id, event.shiftKey)}
                      slotProps={{ input: { 'aria-label': t('ui.selection.one', { name: rowLabel(row) }) } }}
                    />
                  </TableCell>
                )}
                {columns.map((column) => (
                  <TableCell key={column.id} align={column.align ?? 'left'} sx={cellLook(column)}>
                    {column.cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            )
          })}
          {rows?.length === 0 && (
            <TableRow>
              <TableCell colSpan={columnCount} sx={{ border: 0 }}>
                {empty}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** Where there is room for two or three columns, they share it by what is in them. */
const cellLook = <Row,>({ width, hideBelow }: Column<Row>) => ({
  ...(width ? { width: { sm: width } } : {}),
  ...(hideBelow ? { display: { xs: 'none', [hideBelow]: 'table-cell' } } : {}),
})

interface HeaderCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  onSortingChange: ((sorting: Sorting) => void) | undefined
}

function HeaderCell<Row>({ column, sorting, onSortingChange }: HeaderCellProps<Row>) {
  const { sortField: field, header, isHeaderHeard, align = 'left' } = column
  const isSorted = field !== undefined && sorting?.field === field
  const direction = isSorted ? sorting.direction : undefined
  return (
    <TableCell align={align} sx={cellLook(column)} sortDirection={direction ?? false}>
      {field && onSortingChange ? (
        <TableSortLabel
          active={isSorted}
          direction={direction ?? 'desc'}
          onClick={() => onSortingChange({ field, direction: direction === 'desc' ? 'asc' : 'desc' })}
        >
          {header}
        </TableSortLabel>
      ) : isHeaderHeard ? (
        <Box component="span" sx={onlyHeard}>
          {header}
        </Box>
      ) : (
        header
      )}
    </TableCell>
  )
}

interface SkeletonRowsProps<Row> {
  count: number
  columns: readonly Column<Row>[]
  hasSelection: boolean
}

/** As high as the rows to come, so that nothing jumps. */
function SkeletonRows<Row>({ count, columns, hasSelection }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, at) => (
    <TableRow key={at} aria-hidden>
      {hasSelection && (
        <TableCell padding="checkbox" sx={inFirstColumn}>
          <Box sx={{ pl: 1.25 }}>
            <Skeleton variant="rounded" width={18} height={18} />
          </Box>
        </TableCell>
      )}
      {columns.map((column, nth) => (
        <TableCell key={column.id} sx={cellLook(column)}>
          {column.skeleton ?? <Skeleton width={`${85 - ((at * 7 + nth * 23) % 45)}%`} />}
        </TableCell>
      ))}
    </TableRow>
  ))
}
