import AddIcon from '@mui/icons-material/Add'
import { Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import type { ContentType, ImportColumn, ImportInspection, Variation } from '@pim/contract'
import { Pagination } from '@pim/ui'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddValue } from './add-value.tsx'
import { nameOf, withChanged, withMade, withoutMade } from './derived-columns.ts'
import { cellsOf, type MappingDraft } from './mapping-draft.ts'
import { MappingRow } from './mapping-row.tsx'
import { placesOf } from './places.ts'

interface MappingTableProps {
  draft: MappingDraft
  /** The file as it is. */
  ofFile: ImportInspection
  /** The file with the columns that are made. */
  inspection: ImportInspection
  type: ContentType
  types: readonly ContentType[]
  variations: readonly Variation[]
  /** The column that somebody comes to choose something for. */
  askedColumn: string | null
  onColumn: (changed: ImportColumn) => void
  onDraft: (changed: MappingDraft) => void
}

/** Each column with what stands in it and where it goes, and a place to make one that the file has not. */
export function MappingTable({ draft, ofFile, inspection, type, types, variations, ...rest }: MappingTableProps) {
  const { askedColumn, onColumn, onDraft } = rest
  const { t, i18n } = useTranslation()
  const [{ pageNumber, pageSize }, setPaging] = useState(() => {
    const at = draft.columns.findIndex(({ column }) => column === askedColumn)
    return { pageNumber: Math.max(0, Math.floor(at / firstPageSize)) + 1, pageSize: firstPageSize }
  })
  const places = useMemo(() => placesOf(type, t, i18n.language), [type, t, i18n.language])
  const proposed = useMemo(() => new Map(inspection.proposal.map((each) => [each.column, each])), [inspection])
  const cells = useMemo(
    () => new Map(inspection.columns.map((column) => [column, cellsOf(inspection, column)])),
    [inspection],
  )
  const made = useMemo(() => new Map(draft.derived?.map(({ column, from }) => [column, from])), [draft.derived])
  /** The column that is changed in the dialog; null where one is added. */
  const [making, setMaking] = useState<string | null>()
  const [added, setAdded] = useState<string>()
  const opener = useRef<Element | null>(null)
  const goBack = () => opener.current instanceof HTMLElement && opener.current.focus()
  const onMake = useCallback((column: string | null) => {
    opener.current = document.activeElement
    setMaking(column)
  }, [])
  const addButton = useRef<HTMLButtonElement>(null)
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  }, [draft])
  const onRemove = useCallback(
    (column: string) => {
      onDraft(withoutMade(latest.current, column))
      addButton.current?.focus()
    },
    [onDraft],
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
                inspection={inspection}
                cellsByColumn={cells}
                from={made.get(mapped.column)}
                isNew={mapped.column === added}
                proposed={proposed.get(mapped.column)}
                places={places}
                types={types}
                variations={variations}
                hasVariationColumn={hasVariationColumn}
                isAsked={mapped.column === askedColumn}
                onColumn={onColumn}
                onMake={onMake}
                onRemove={onRemove}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {draft.columns.length > firstPageSize && (
        <Pagination
          pageNumber={pageNumber}
          pageSize={pageSize}
          totalCount={draft.columns.length}
          onChange={setPaging}
        />
      )}
      <div>
        <Button ref={addButton} startIcon={<AddIcon />} disabled={made.size >= mostMade} onClick={() => onMake(null)}>
          {t('exchange.derived.add')}
        </Button>
      </div>
      {making !== undefined && (
        <AddValue
          inspection={ofFile}
          earlier={making === null ? undefined : made.get(making)}
          onClose={() => {
            setMaking(undefined)
            goBack()
          }}
          onMade={(from) => {
            const name = nameOf(from, t)
            const { draft: next, column } =
              making === null ? withMade(draft, name, from) : withChanged(draft, making, name, from)
            onDraft(next)
            setAdded(column)
            setMaking(undefined)
            if (column === making) goBack()
            if (making === null) setPaging({ pageNumber: Math.ceil(next.columns.length / pageSize), pageSize })
          }}
        />
      )}
    </>
  )
}

const firstPageSize = 50
const noCells: readonly string[] = []
/** Columns that one mapping may make. */
const mostMade = 100

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
