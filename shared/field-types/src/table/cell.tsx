import { TableCell as Cell, Table, TableBody, TableHead, TableRow } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { FieldCell } from '../frame/field-cell.tsx'
import type { CellProps } from '../frame/field-view.ts'
import type { TableSettings } from './model.ts'

export function TableCell({ settings, value, languageCode }: CellProps<TableSettings>) {
  const rows = (Array.isArray(value) ? value : []) as Record<string, unknown>[]
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {settings.columns.map((column) => (
            <Cell key={column.technicalName}>
              {inLanguage(column.friendlyName, languageCode, column.technicalName)}
            </Cell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          // The order is all that tells rows apart that are only read.
          <TableRow key={index}>
            {settings.columns.map((column) => (
              <Cell key={column.technicalName}>
                <FieldCell field={column} value={row[column.technicalName]} languageCode={languageCode} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
