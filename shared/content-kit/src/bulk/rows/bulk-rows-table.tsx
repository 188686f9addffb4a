import { Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import type { BulkChangeRow, WhenChanged } from '@pim/contract'
import { visuallyHidden } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkWords } from '../use-bulk-words.ts'
import { BulkRow } from './bulk-row.tsx'

interface BulkRowsTableProps {
  /** Undefined while they are read. */
  rows: readonly BulkChangeRow[] | undefined
  words: BulkWords
  /** Dims the rows while newer ones are read. */
  isStale?: boolean
  /** Leaves a row out or takes it in again; left out where that is not possible any more. */
  onLeaveOut?: ((row: BulkChangeRow, isLeftOut: boolean) => void) | undefined
  /** Keeps or replaces what somebody has changed since the last import; left out where that is not possible any more. */
  onChoose?: ((row: BulkChangeRow, whenChanged: WhenChanged) => void) | undefined
  /** Brings back a deleted item that the import has again; left out where that is not possible any more. */
  onRestore?: ((contentItemId: string) => void) | undefined
  /** Address of an item; undefined: its name is no link. */
  itemPath: (row: BulkChangeRow) => string | undefined
  empty: ReactNode
}

/**
 * The rows of a bulk change: of each item what stands there and what will, or what is in the way, and what has become of it.
 * For any source: edits, an undo, an import. Wants a `FieldServicesProvider` around it. On a narrow screen its cells stand
 * below each other.
 */
export function BulkRowsTable({
  rows,
  words,
  isStale,
  onLeaveOut,
  onChoose,
  onRestore,
  itemPath,
  empty,
}: BulkRowsTableProps) {
  const { t } = useTranslation()
  const label = t('kit.bulk.rows.label')
  if (rows?.length === 0) return empty
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label} sx={{ outlineOffset: -2 }}>
      <Table aria-label={label} aria-busy={!rows || isStale === true} sx={stacked}>
        <TableHead>
          <TableRow>
            {onLeaveOut && (
              <TableCell padding="checkbox">
                <span style={visuallyHidden}>{t('kit.bulk.rows.takesPart')}</span>
              </TableCell>
            )}
            <TableCell sx={{ width: '22%' }}>{t('kit.bulk.rows.item')}</TableCell>
            <TableCell sx={{ width: '16%' }}>{t('kit.bulk.rows.field')}</TableCell>
            <TableCell>{t('kit.bulk.rows.before')}</TableCell>
            <TableCell>{t('kit.bulk.rows.after')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ opacity: isStale ? 0.6 : 1 }}>
          {rows?.map((row) => (
            <BulkRow
              key={row.position}
              row={row}
              words={words}
              onLeaveOut={onLeaveOut && ((isLeftOut) => onLeaveOut(row, isLeftOut))}
              onChoose={onChoose && ((whenChanged) => onChoose(row, whenChanged))}
              onRestore={onRestore}
              path={itemPath(row)}
            />
          ))}
          {!rows &&
            Array.from({ length: 8 }, (_, index) => index).map((index) => (
              <TableRow key={index}>
                <TableCell colSpan={5}>
                  <Skeleton height={28} />
                </TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** Below 900 px a row is a block with its cells one below the other, each change with its labels. */
const stacked = {
  tableLayout: { md: 'fixed' },
  '& td': { verticalAlign: 'top' },
  '& [data-narrow]': { display: { xs: 'block', md: 'none' } },
  '& thead': { display: { xs: 'none', md: 'table-header-group' } },
  '& tbody, & tbody tr': { display: { xs: 'block', md: 'revert' } },
  '& tbody tr[data-first]': { borderTop: { xs: '1px solid', md: 'none' }, borderColor: { xs: 'divider' } },
  '& tbody td': {
    display: { xs: 'block', md: 'table-cell' },
    // What follows the name of the item begins below it, and below its box to tick.
    clear: { xs: 'both', md: 'none' },
    borderBottomWidth: { xs: 0, md: 1 },
    py: { xs: 0.5, md: 1 },
    height: { xs: 'auto', md: 44 },
  },
  '& tbody td[data-takes-part]': { float: { xs: 'left', md: 'none' }, width: { xs: 44, md: 'auto' } },
  '& tbody td[data-item]': { clear: 'none', overflow: { xs: 'hidden', md: 'visible' } },
} as const
