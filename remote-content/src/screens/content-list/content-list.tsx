import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Paper, Tooltip } from '@mui/material'
import type { SearchContentDocument } from '@pim/contract'
import { changeList, useCommands, usePermission, usePreference, useVariations } from '@pim/shell'
import { ColumnsMenu, DataTable, EmptyState, PageHeader, Pagination, visibleColumns } from '@pim/ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { BulkActions } from './bulk-actions.tsx'
import { useContentList, useUserTypes } from './content-list.api.ts'
import { CreateItemDialog } from './create-item-dialog.tsx'
import { itemAddress, useListColumns } from './list-columns.tsx'
import { ListFilters } from './list-filters.tsx'
import { hasFilters, type ListState, readListState, withoutFilters, writeListState } from './list-state.ts'

/** Every item that staff fill in by hand, in one variation: to find, to compare, to work through. */
export function ContentList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readListState(address), [address])
  const { variations, current, select } = useVariations(state.variationId)
  const { data: types } = useUserTypes()
  const { data, isPlaceholderData } = useContentList(state, current?.variationId)
  const columns = useListColumns(types)
  const [chosenColumns, chooseColumns] = usePreference<string[] | undefined>('content.list.columns', undefined)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isCreating, setCreating] = useState(false)
  const creation = usePermission('contentItem.createItem')

  const go = (next: ListState, replace = false) => setAddress(writeListState(next), { replace })
  const change = (part: Partial<ListState>) => {
    setSelected(new Set())
    // Each letter of a search is not a page that one wants to come back to.
    go(changeList(state, part), part.searchText !== undefined)
  }
  const canCreate = creation.may && types !== undefined && types.length > 0
  useCommands(
    canCreate ? [{ id: 'content.create', label: t('content.create.title'), run: () => setCreating(true) }] : [],
  )

  const rows = data?.items
  const selectedRows = rows?.filter((row) => selected.has(row.contentVariationId)) ?? []
  const create = (
    <Tooltip title={creation.reason ?? ''}>
      <span>
        <Button variant="contained" startIcon={<AddIcon />} disabled={!canCreate} onClick={() => setCreating(true)}>
          {t('content.list.create')}
        </Button>
      </span>
    </Tooltip>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}>
      <PageHeader
        title={t('content.list.title')}
        count={data?.paging.totalCount}
        actions={
          <>
            <ColumnsMenu columns={columns} chosen={chosenColumns} onChange={chooseColumns} />
            {create}
          </>
        }
      />
      {selectedRows.length > 0 ? (
        <Box sx={{ mb: 1.5 }}>
          <BulkActions
            rows={selectedRows}
            variationName={current?.friendlyName ?? ''}
            onClear={() => setSelected(new Set())}
          />
        </Box>
      ) : (
        <ListFilters
          state={state}
          types={types}
          variations={variations}
          current={current}
          onChange={change}
          onVariationChange={(variationId) => {
            select(variationId)
            change({ variationId })
          }}
          onClear={() => go(withoutFilters(state))}
        />
      )}
      <Paper variant="outlined" sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}>
        <DataTable<SearchContentDocument>
          label={t('content.list.title')}
          columns={visibleColumns(columns, chosenColumns)}
          rows={rows}
          rowId={(row) => row.contentVariationId}
          rowLabel={(row) => row.name}
          sorting={state.sorting}
          onSortingChange={(sorting) => change({ sorting })}
          selection={{ selected, onChange: setSelected }}
          onOpen={(row) => navigate(itemAddress(row))}
          expectedRows={state.pageSize}
          isStale={isPlaceholderData}
          empty={
            hasFilters(state) || state.showPublishedVersion ? (
              <EmptyState
                title={t('content.list.nothingFits')}
                description={t('content.list.nothingFitsHint')}
                action={
                  <Button onClick={() => go(withoutFilters({ ...state, showPublishedVersion: false }))}>
                    {t('content.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t('content.list.empty')}
                description={types?.length === 0 ? t('content.list.emptyNoTypes') : t('content.list.emptyHint')}
                action={create}
              />
            )
          }
        />
        <Pagination
          pageNumber={state.pageNumber}
          pageSize={state.pageSize}
          totalCount={data?.paging.totalCount}
          totalIsCapped={data?.paging.totalIsCapped}
          onChange={(paging) => {
            setSelected(new Set())
            go({ ...state, ...paging })
          }}
        />
      </Paper>
      {isCreating && types && (
        <CreateItemDialog
          types={types}
          likelyType={state.types.length === 1 ? state.types[0] : undefined}
          variationId={current?.variationId}
          onClose={() => setCreating(false)}
        />
      )}
    </Box>
  )
}
