import {
  Box,
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../visually-hidden.ts'
import { bodyStyle, checkboxCell, checkboxCellStyle, restStyle } from './body-style.ts'
import type { Column, Sorting } from './columns.ts'
import { DataRow } from './data-row.tsx'
import { useDrawnRows } from './drawn-rows.ts'
import { type Selection, useRowSelection } from './selection.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { columnStyle, noWidths, useColumnWidths, widthVariable } from './use-column-widths.ts'
import { WidthHandle } from './width-handle.tsx'

interface DataTableProps<Row> {
  /** The DOM id that a search field refers to by `controls`. */
  id?: string
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` while loading: `expectedRows` skeleton rows are shown. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** A short name of the row, for the accessible name of its checkbox. */
  rowLabel: (row: Row) => string
  sorting?: Sorting
  onSortingChange?: (sorting: Sorting) => void
  selection?: Selection
  /** In pixels by the id of the column, as the user has chosen them. Given with `onWidthsChange`, columns have edges to drag. */
  widths?: Readonly<Record<string, number>> | undefined
  onWidthsChange?: (widths: Readonly<Record<string, number>>) => void
  /** Called on Enter on a row, and on a click in it that does not hit a link, a button or an input. */
  onOpen?: (row: Row) => void
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
  expectedRows?: number
  /** Dims the rows while newer ones load. */
  isStale?: boolean
  /** The row whose details are open beside the table; it is highlighted. */
  currentId?: string
}

const interactiveElements = 'a, button, input, textarea, select, label, [role="button"], [role="menuitem"]'

/**
 * A table with rows of 44 px that can be sorted, selected and opened, by keyboard too (arrows, Home, End, space,
 * Enter).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowLabel, sorting, onSortingChange, onOpen, empty, currentId } = props
  const { t } = useTranslation()
  const body = useRef<HTMLTableSectionElement>(null)
  const ids = rows?.map(rowId) ?? []
  const selection = useRowSelection(ids, props.selection)
  const howDrawn = useDrawnRows(ids)
  const table = useRef<HTMLTableElement>(null)
  const { widths = noWidths, onWidthsChange } = props
  // Where every column has a width, an empty one takes what is left, or else the others would share it.
  const hasRest = onWidthsChange !== undefined
  const columnCount = columns.length + (selection ? 1 : 0) + (hasRest ? 1 : 0)
  const { drawWidth, chooseWidth } = useColumnWidths(table, columns, widths, onWidthsChange)

  const moveFocus = (row: HTMLElement, to: 'next' | 'previous' | 'first' | 'last') => {
    const all = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    const at = all.indexOf(row)
    const target = { next: all[at + 1], previous: all[at - 1], first: all[0], last: all.at(-1) }[to]
    target?.focus()
  }
  const rowOf = (element: Element | null) => {
    const all = body.current?.querySelectorAll('tr[data-row]') ?? []
    return element ? rows?.[[...all].indexOf(element)] : undefined
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const target = event.target
    const row = target instanceof HTMLTableRowElement ? rowOf(target) : undefined
    if (!row || !(target instanceof HTMLTableRowElement)) return
    const direction = ({ ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const)[
      event.key as 'Home'
    ]
    if (direction) moveFocus(target, direction)
    else if (event.key === ' ' && selection) selection.toggle(rowId(row), event.shiftKey)
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else return
    event.preventDefault()
  }
  const handleClick = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target
    const row = target instanceof Element ? rowOf(target.closest('tr[data-row]')) : undefined
    if (!row || !(target instanceof Element)) return
    if (selection && target.matches(`.${checkboxCell} input`)) return selection.toggle(rowId(row), event.shiftKey)
    if (!onOpen || target.closest(interactiveElements)) return
    // A click that ends a text selection does not open the row.
    if (String(getSelection() ?? '')) return
    onOpen(row)
  }
  const isLoading = !rows
  const style = useMemo(() => bodyStyle(columns, widths, isLoading), [columns, widths, isLoading])

  return (
    <TableContainer
      id={props.id}
      // A scrolling region must be focusable to be scrolled by keyboard.
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ flex: '1 1 auto', minHeight: 0, outlineOffset: -2, '@media print': { overflow: 'visible' } }}
    >
      <Table
        ref={table}
        stickyHeader
        aria-label={label}
        aria-busy={!rows || props.isStale}
        aria-rowcount={rows && rows.length + 1}
        style={Object.fromEntries(Object.entries(widths).map(([id, width]) => [widthVariable(id), `${width}px`]))}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {selection && (
              <TableCell padding="checkbox" sx={checkboxCellStyle}>
                <Checkbox
                  checked={selection.isAllSelected}
                  indeterminate={selection.isSomeSelected}
                  onChange={selection.toggleAll}
                  disabled={!rows?.length}
                  slotProps={{ input: { 'aria-label': t('ui.selection.all') } }}
                />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                hasWidth={widths[column.id] !== undefined}
                sorting={sorting}
                onSortingChange={onSortingChange}
                handle={
                  onWidthsChange && (
                    <WidthHandle
                      header={column.header}
                      width={widths[column.id]}
                      onMove={(width) => drawWidth(column.id, width)}
                      onChange={(width) => chooseWidth(column.id, width)}
                    />
                  )
                }
              />
            ))}
            {hasRest && <TableCell aria-hidden sx={restStyle} />}
          </TableRow>
        </TableHead>
        <TableBody
          ref={body}
          // Rows have no handlers of their own, so that one that has not changed is not drawn again.
          onKeyDown={handleKeyDown}
          onClick={handleClick}
          sx={style}
          style={{ opacity: props.isStale ? 0.6 : undefined, cursor: onOpen && rows?.length ? 'pointer' : undefined }}
        >
          {!rows && (
            <SkeletonRows
              count={props.expectedRows ?? 25}
              columns={columns}
              hasSelection={Boolean(selection)}
              hasRest={hasRest}
            />
          )}
          {rows?.map((row, at) => {
            const id = ids[at] ?? ''
            const isSelected = selection?.has(id) ?? false
            return (
              <DataRow
                key={id}
                row={row}
                index={at + 2}
                isDrawn={howDrawn(id, at)}
                label={rowLabel(row)}
                columns={columns}
                isTicked={selection && isSelected}
                isMarked={isSelected || id === currentId}
                hasRest={hasRest}
              />
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

const reversed = { asc: 'desc', desc: 'asc' } as const

interface HeaderCellProps<Row> {
  column: Column<Row>
  hasWidth: boolean
  sorting: Sorting | undefined
  onSortingChange: ((sorting: Sorting) => void) | undefined
  /** The edge by which it is made wider. */
  handle: ReactNode
}

function HeaderCell<Row>({ column, hasWidth, sorting, onSortingChange, handle }: HeaderCellProps<Row>) {
  const { sortField: field, firstDirection: first = 'asc', header, isHeaderVisuallyHidden, align = 'left' } = column
  const isSorted = field !== undefined && sorting?.field === field
  const direction = isSorted ? sorting.direction : undefined
  return (
    <TableCell
      align={align}
      data-column={column.id}
      // With a handle in it, it would be named after that too.
      aria-label={handle ? header : undefined}
      sx={{ ...columnStyle(column, hasWidth), textOverflow: 'ellipsis' }}
      sortDirection={direction ?? false}
    >
      {field && onSortingChange ? (
        <TableSortLabel
          active={isSorted}
          direction={direction ?? first}
          onClick={() => onSortingChange({ field, direction: direction === undefined ? first : reversed[direction] })}
        >
          {header}
        </TableSortLabel>
      ) : isHeaderVisuallyHidden ? (
        <Box component="span" sx={visuallyHidden}>
          {header}
        </Box>
      ) : (
        header
      )}
      {handle}
    </TableCell>
  )
}
