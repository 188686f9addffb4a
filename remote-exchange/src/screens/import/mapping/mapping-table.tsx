import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import type { ContentType, ImportColumn, ImportInspection, Variation } from '@pim/contract'
import { Pagination } from '@pim/ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cellsOf, type MappingDraft } from './mapping-draft.ts'
import { MappingRow } from './mapping-row.tsx'
import { placesOf } from './places.ts'

interface MappingTableProps {
  draft: MappingDraft
  inspection: ImportInspection
  type: ContentType
  types: readonly ContentType[]
  variations: readonly Variation[]
  onColumn: (changed: ImportColumn) => void
}

/** Each column with what stands in it and where it goes. */
export function MappingTable({ draft, inspection, type, types, variations, onColumn }: MappingTableProps) {
  const { t, i18n } = useTranslation()
  const [{ pageNumber, pageSize }, setPaging] = useState({ pageNumber: 1, pageSize: 50 })
  const places = useMemo(() => placesOf(type, t, i18n.language), [type, t, i18n.language])
  const proposed = useMemo(() => new Map(inspection.proposal.map((each) => [each.column, each])), [inspection])
  const cells = useMemo(
    () => new Map(inspection.columns.map((column) => [column, cellsOf(inspection, column)])),
    [inspection],
  )
  const hasVariationColumn = draft.columns.some(({ target }) => target.kind === 'variation')
  const label = t('exchange.mapping.title')
  const shown = draft.columns.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return (
    <>
      <TableContainer tabIndex={0} role="region" aria-label={label} sx={{ outlineOffset: -2 }}>
        <Table aria-label={label} sx={stacked}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: '22%' }}>{t('exchange.mapping.column')}</TableCell>
              <TableCell sx={{ width: '24%' }}>{t('exchange.mapping.samples')}</TableCell>
              <TableCell>{t('exchange.mapping.goesTo')}</TableCell>
              <TableCell sx={{ width: '16%' }}>{t('exchange.mapping.confidence')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((mapped) => (
              <MappingRow
                key={mapped.column}
                mapped={mapped}
                cells={cells.get(mapped.column) ?? noCells}
                proposed={proposed.get(mapped.column)}
                places={places}
                types={types}
                variations={variations}
                hasVariationColumn={hasVariationColumn}
                onColumn={onColumn}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {draft.columns.length > 50 && (
        <Pagination
          pageNumber={pageNumber}
          pageSize={pageSize}
          totalCount={draft.columns.length}
          onChange={setPaging}
        />
      )}
    </>
  )
}

const noCells: readonly string[] = []

/** Below 900 px the cells of a column stand below each other. */
const stacked = {
  tableLayout: { md: 'fixed' },
  display: { xs: 'block', md: 'table' },
  '& td': { verticalAlign: 'top' },
  '& thead': { display: { xs: 'none', md: 'table-header-group' } },
  '& tbody, & tbody tr': { display: { xs: 'block', md: 'revert' } },
  '& tbody tr': { borderTop: { xs: '1px solid', md: 'none' }, borderColor: { xs: 'divider' }, py: { xs: 1, md: 0 } },
  '& tbody td': {
    display: { xs: 'block', md: 'table-cell' },
    borderBottomWidth: { xs: 0, md: 1 },
    py: { xs: 0.5, md: 1 },
    height: 'auto',
    overflowWrap: 'anywhere',
  },
} as const
