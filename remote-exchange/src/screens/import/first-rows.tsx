import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import type { ImportInspection } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** More of them tell nobody anything, and take long to draw. */
const shownColumns = 40
const shownRows = 8

/** The file as it is read: names of columns and the first rows. */
export function FirstRows({ columns, firstRows }: Pick<ImportInspection, 'columns' | 'firstRows'>) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const number = new Intl.NumberFormat(i18n.language)
  const shown = columns.slice(0, shownColumns)
  const rows = firstRows.slice(0, shownRows).map((cells, index) => ({ number: index + 2, cells }))
  return (
    <div>
      <Typography id={titleId} variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {t('exchange.rows.title', { count: columns.length, amount: number.format(columns.length) })}
        {columns.length > shownColumns && ` ${t('exchange.rows.cut', { count: shownColumns })}`}
      </Typography>
      <TableContainer
        tabIndex={0}
        role="region"
        aria-labelledby={titleId}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, maxHeight: 260 }}
      >
        <Table size="small" stickyHeader aria-labelledby={titleId}>
          <TableHead>
            <TableRow>
              {shown.map((column) => (
                <TableCell key={column} sx={cell}>
                  <bdi>{column}</bdi>
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.number}>
                {shown.map((column, at) => (
                  <TableCell key={column} sx={cell}>
                    <bdi>{row.cells[at] ?? ''}</bdi>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </div>
  )
}

const cell = { maxWidth: 220, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const
