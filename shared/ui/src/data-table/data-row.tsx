import { Checkbox } from '@mui/material'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { checkboxCell, columnCell, restCell } from './body-style.ts'
import type { Column } from './columns.ts'

interface DataRowProps<Row> {
  readonly row: Row
  /** A short name of the row, for the accessible name of its checkbox. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Whether its checkbox is ticked; undefined where rows cannot be selected. */
  readonly isTicked: boolean | undefined
  /** Highlighted: it is selected, or its details are open. */
  readonly isMarked: boolean
  readonly hasRest: boolean
}

function DrawnRow<Row>({ row, label, columns, isTicked, isMarked, hasRest }: DataRowProps<Row>) {
  const { t } = useTranslation()
  return (
    <tr data-row data-marked={isMarked || undefined} tabIndex={0}>
      {isTicked !== undefined && (
        <td className={checkboxCell}>
          <Checkbox
            checked={isTicked}
            slotProps={{ input: { 'aria-label': t('ui.selection.one', { name: label }) } }}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={columnCell(at)} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
      {hasRest && <td className={restCell} aria-hidden />}
    </tr>
  )
}

/** One row of a table. It is drawn again only where it has changed itself: a tick does not draw the other rows. */
export const DataRow = memo(DrawnRow) as typeof DrawnRow
