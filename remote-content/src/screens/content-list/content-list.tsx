import AddIcon from '@mui/icons-material/Add'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Alert, Box, Button, Paper, Typography } from '@mui/material'
import {
  changeList,
  DemoNotice,
  FiltersOrBar,
  useChannels,
  useDemoLoading,
  useHeaderTotal,
  useQuotaWarning,
  useVariations,
} from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useCommands, usePermission, usePreference } from '@pim/shell'
import {
  ColumnsMenu,
  DataTable,
  GuardedButton,
  PageHeader,
  Pagination,
  partOnDemand,
  QuotaNotice,
  visibleColumns,
} from '@pim/ui'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { itemAddress } from '../../parts/item-list/item-address.ts'
import {
  hasFilters,
  type ListState,
  readListState,
  withoutFilters,
  writeListState,
} from '../../parts/item-list/list-state.ts'
import { type WalkState, walkOf } from '../../parts/walk/list-walk.ts'
import { useContentList, useUserTypes } from './content-list.api.ts'
import { askedFields } from './field-columns/field-columns.tsx'
import { useFieldClauses } from './field-filters/use-field-clauses.ts'
import { ListFilters } from './filters/list-filters.tsx'
import { useListColumns } from './list-columns.tsx'
import { useReturn } from './use-return.ts'
import { ContentViews } from './views/content-views.tsx'

// What is needed only once something is selected, or made, does not hold up the list.
const BulkActions = partOnDemand(async () => (await import('./bulk/bulk-actions.tsx')).BulkActions, { place: 'here' })
const MatchingActions = partOnDemand(async () => (await import('./bulk/matching-actions.tsx')).MatchingActions, {
  place: 'here',
})
const ExportDialog = partOnDemand(async () => (await import('./export/export-dialog.tsx')).ExportDialog)
const EmptyList = partOnDemand(async () => (await import('./empty-list.tsx')).EmptyList, { place: 'here' })
const CreateItemDialog = partOnDemand(async () => (await import('./create-item-dialog.tsx')).CreateItemDialog)

const noWidths: Readonly<Record<string, number>> = {}

/** Every item that staff fill in by hand, in one variation: to find, to compare, to work through. */
export function ContentList() {
  const { t } = useTranslation()
  const headerTotal = useHeaderTotal()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const mayDeleted = reaches(useAccount().role, 'editor')
  const { channels } = useChannels()
  const state = useMemo((): ListState => {
    const read = readListState(address)
    // The server refuses a name that is none: of a channel that is gone since the address was kept.
    const isKnown = (name: string) => channels.some(({ technicalName }) => technicalName === name)
    const isAskable = read.readiness?.channel === undefined || isKnown(read.readiness.channel)
    return {
      ...read,
      channels: read.channels.filter(isKnown),
      readiness: isAskable ? read.readiness : undefined,
      deleted: mayDeleted ? read.deleted : undefined,
    }
  }, [address, mayDeleted, channels])
  const { variations, current, select: selectVariation } = useVariations(state.variationId)
  const { data: types } = useUserTypes()
  const read = useFieldClauses(state.fieldClauses, types, state.types)
  const [chosenColumns, chooseColumns] = usePreference<string[] | undefined>('content.list.columns', undefined)
  const [widths, chooseWidths] = usePreference<Readonly<Record<string, number>>>('content.list.widths', noWidths)
  const chosenTypes = state.types
  const asked = askedFields(chosenColumns ?? [], types, chosenTypes)
  const { list, input } = useContentList(state, read?.filters, current?.variationId, asked)
  const { data, isPlaceholderData } = list
  const { pathname, search } = useLocation()
  const walk = useMemo(
    (): WalkState | undefined => data && { walk: walkOf(pathname + search, input, data) },
    [data, input, pathname, search],
  )
  const demo = useDemoLoading(data?.paging.totalCount === 0 || types?.length === 0)
  const columns = useListColumns({
    walk,
    types,
    chosenTypes,
    chosen: chosenColumns,
    variations,
    page: data,
    isTranslating: state.translation.length > 0 || state.sorting.field === 'translation',
  })
  const shownColumns = useMemo(() => visibleColumns(columns, chosenColumns), [columns, chosenColumns])
  const warning = useQuotaWarning(['items'])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  // All that the list finds, on every page of it.
  const [isWhole, setWhole] = useState(false)
  // Whatever changes the address (a view, the back button) shows other rows: nothing of the last ones stays selected.
  const [selectedIn, setSelectedIn] = useState(state)
  if (selectedIn !== state) {
    setSelectedIn(state)
    setSelected(new Set())
    setWhole(false)
  }
  const [isCreating, setCreating] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const creation = usePermission('contentItem.createItem')
  const maySetUp = usePermission('contentModel.seedContentTypes').may
  const hintWithoutTypes = maySetUp ? 'content.list.emptySetUp' : 'content.list.emptyNoTypes'

  // The address follows a moment later: who presses twice in that moment means both, and not the second alone.
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  }, [state])
  const go = (next: ListState, replace = false) => {
    latest.current = next
    setAddress(writeListState(next), { replace })
  }
  const change = (part: Partial<ListState>) => {
    // Each letter of a search is not a page that one wants to come back to.
    go(changeList(latest.current, part), part.searchText !== undefined)
  }
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  // A clause that means nothing is taken out of the address and told of: the rest of it still finds what it finds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reading of the address
  useEffect(() => {
    if (!read?.unread.length) return
    setLeftOut(read.unread)
    go({ ...state, fieldClauses: state.fieldClauses.filter((text) => !read.unread.includes(text)) }, true)
  }, [read])
  // What the view that was opened last names and is not there any more.
  const [opened, setMissing] = useState<{ readonly name: string; readonly missing: readonly string[] }>()
  const listId = useId()
  useReturn(listId, isPlaceholderData ? undefined : data, (pageNumber) => go({ ...latest.current, pageNumber }, true))
  const canCreate = creation.may && types !== undefined && types.length > 0
  const canExport = types !== undefined && types.length > 0
  useCommands([
    ...(canCreate ? [{ id: 'content.create', label: t('content.create.title'), run: () => setCreating(true) }] : []),
    ...(canExport ? [{ id: 'content.export', label: t('content.export.title'), run: () => setExporting(true) }] : []),
  ])

  const rows = data?.items
  const selectedRows = rows?.filter((row) => selected.has(row.contentVariationId)) ?? []
  const found = { count: data?.paging.totalCount ?? 0, isCapped: data?.paging.totalIsCapped === true }
  const select = (next: ReadonlySet<string>) => {
    setSelected(next)
    setWhole(false)
  }
  const isPageSelected = rows !== undefined && selectedRows.length === rows.length && found.count > rows.length
  const create = (
    <GuardedButton
      permission={{
        may: canCreate,
        reason: creation.reason ?? (types?.length === 0 ? t(demo ? 'kit.demo.title' : hintWithoutTypes) : undefined),
      }}
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => setCreating(true)}
    >
      {t('content.list.create')}
    </GuardedButton>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}>
      <PageHeader
        title={t('content.list.title')}
        {...headerTotal(data?.paging)}
        actions={
          <>
            <ContentViews
              state={state}
              types={types}
              columnIds={columns.map(({ id }) => id)}
              columns={shownColumns.map(({ id }) => id)}
              widths={widths}
              onColumns={(chosen, wide) => {
                chooseColumns(chosen)
                chooseWidths(wide)
              }}
              onMissing={(name, missing) => setMissing({ name, missing })}
              onGoneConcepts={(gone) => {
                const conceptIds = latest.current.conceptIds.filter((id) => !gone.includes(id))
                go({ ...latest.current, conceptIds }, true)
              }}
            />
            <ColumnsMenu columns={columns} chosen={chosenColumns} onChange={chooseColumns} />
            {canExport && (
              <Button
                color="inherit"
                startIcon={<DownloadIcon />}
                onClick={() => setExporting(true)}
                sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
              >
                {t('content.export.open')}
              </Button>
            )}
            {create}
          </>
        }
      />
      <FiltersOrBar
        hasBar={selectedRows.length > 0 || isAsking}
        bar={
          isWhole ? (
            <MatchingActions input={input} types={types} found={found} onClear={() => select(new Set())} />
          ) : (
            <BulkActions
              rows={selectedRows}
              variationName={current?.friendlyName ?? ''}
              onClear={() => select(new Set())}
              onAsk={setAsking}
              more={isPageSelected ? { ...found, onSelect: () => setWhole(true) } : undefined}
            />
          )
        }
        filters={
          <ListFilters
            state={state}
            read={read}
            types={types}
            variations={variations}
            current={current}
            listId={listId}
            seenUsers={rows?.map(({ modifiedBy }) => modifiedBy) ?? []}
            onChange={change}
            onVariationChange={(variationId) => {
              selectVariation(variationId)
              change({ variationId })
            }}
            onClear={() => go(withoutFilters(state))}
          />
        }
      />
      <QuotaNotice warning={warning} link={Link} />
      <DemoNotice job={demo} />
      {leftOut.length > 0 && (
        <Alert severity="warning" closeText={t('ui.notice.close')} onClose={() => setLeftOut([])} sx={{ mb: 1.5 }}>
          {t('content.filter.unread', { count: leftOut.length, filters: leftOut.join(', ') })}
        </Alert>
      )}
      {opened && opened.missing.length > 0 && (
        <Alert
          severity="warning"
          closeText={t('ui.notice.close')}
          onClose={() => setMissing(undefined)}
          sx={{ mb: 1.5 }}
        >
          {t('content.view.missing', { name: opened.name, parts: opened.missing.join(', ') })}
        </Alert>
      )}
      {(data?.preparedPercent !== undefined || data?.isBehind) && (
        <Typography role="status" variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {data.preparedPercent === undefined
            ? t('content.list.behind')
            : t('content.list.prepared', { percent: data.preparedPercent })}
        </Typography>
      )}
      {data?.shownFor && (
        <Typography role="status" variant="body2" sx={{ mb: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('content.list.shownFor', { typed: state.searchText, shownFor: data.shownFor })}
        </Typography>
      )}
      <Paper variant="outlined" sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}>
        <DataTable<SearchContentDocument>
          id={listId}
          label={t('content.list.title')}
          columns={shownColumns}
          widths={widths}
          onWidthsChange={chooseWidths}
          rows={rows}
          rowId={(row) => row.contentVariationId}
          rowLabel={(row) => row.name}
          sorting={state.sorting}
          onSortingChange={(sorting) => change({ sorting })}
          selection={{ selected, onChange: select }}
          onOpen={(row) => navigate(itemAddress(row), { state: walk })}
          expectedRows={state.pageSize}
          isStale={isPlaceholderData}
          empty={
            <EmptyList
              state={state}
              isLoadingDemo={demo !== undefined}
              lacksTypes={types?.length === 0}
              maySetUp={maySetUp}
              create={create}
              onClear={() => go(withoutFilters({ ...state, showPublishedVersion: false }))}
            />
          }
        />
        <Pagination
          pageNumber={state.pageNumber}
          pageSize={state.pageSize}
          totalCount={data?.paging.totalCount}
          totalIsCapped={data?.paging.totalIsCapped}
          onChange={(paging) => go({ ...state, ...paging })}
        />
      </Paper>
      {isExporting && types && (
        <ExportDialog
          types={types}
          likelyType={state.types.length === 1 ? state.types[0] : undefined}
          variations={variations ?? []}
          found={hasFilters(state) ? input : undefined}
          onClose={() => setExporting(false)}
        />
      )}
      {isCreating && types && (
        <CreateItemDialog
          types={types}
          likelyType={state.types.length === 1 ? state.types[0] : undefined}
          variations={variations ?? []}
          variationId={current?.variationId}
          walk={walk}
          onClose={() => setCreating(false)}
        />
      )}
    </Box>
  )
}
