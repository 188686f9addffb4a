import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { checkboxCell, columnCell, restCell } from './body-style.ts'
import type { Column } from './columns.ts'
import { RowTick } from './row-tick.tsx'

interface DataRowProps<Row> {
  readonly row: Row
  /** Its place among all rows of the table, counted from 1; the header is the first. */
  readonly index: number
  /** A short name of the row, for the accessible name of its checkbox. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** `yes`: what changes is drawn at once. `later`: it is drawn when nothing more urgent is to be. `no`: the row is empty. */
  readonly isDrawn: 'yes' | 'later' | 'no'
  /** Whether its checkbox is ticked; undefined where rows cannot be selected. */
  readonly isTicked: boolean | undefined
  /** Highlighted: it is selected, or its details are open. */
  readonly isMarked: boolean
  readonly hasRest: boolean
}

function DrawnRow<Row>({ row, index, label, columns, isDrawn, isTicked, isMarked, hasRest }: DataRowProps<Row>) {
  const { t } = useTranslation()
  const DrawnCells = isDrawn === 'later' ? LateCells : Cells
  return (
    <tr data-row data-marked={isMarked || undefined} tabIndex={0} aria-rowindex={index}>
      {isDrawn === 'no' ? (
        <td colSpan={columns.length + 2} />
      ) : (
        <>
          {isTicked !== undefined && (
            <td className={checkboxCell}>
              <RowTick isTicked={isTicked} label={t('ui.selection.one', { name: label })} />
            </td>
          )}
          <DrawnCells row={row} columns={columns} />
          {hasRest && <td className={restCell} aria-hidden />}
        </>
      )}
    </tr>
  )
}

interface CellsProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
}

/** A tick does not draw them again. */
const Cells = memo(function DrawnCells<Row>({ row, columns }: CellsProps<Row>) {
  return columns.map((column, at) => (
    <td key={column.id} className={columnCell(at)} data-align={column.align}>
      {column.cell(row)}
    </td>
  ))
}) as <Row>(props: CellsProps<Row>) => React.ReactNode

/** Rows out of sight: where all change at once, as by an answer of the server, they are drawn without holding up the page. */
function LateCells<Row>({ row, columns }: CellsProps<Row>) {
  return <Cells row={useDeferredValue(row)} columns={useDeferredValue(columns)} />
}

/** One row of a table. It is drawn again only where it has changed itself: a tick does not draw the other rows. */
export const DataRow = memo(DrawnRow) as typeof DrawnRow
