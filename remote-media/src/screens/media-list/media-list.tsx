import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import GridViewIcon from '@mui/icons-material/GridViewOutlined'
import ViewListIcon from '@mui/icons-material/ViewListOutlined'
import { Box, Button, FormControlLabel, Paper, Stack, Switch, ToggleButton, ToggleButtonGroup } from '@mui/material'
import type { SearchContentDocument, Status } from '@pim/contract'
import {
  changeList,
  useCommands,
  useFeedback,
  usePermission,
  useSettings,
  useVariations,
  variationCode,
} from '@pim/shell'
import { DataTable, EmptyState, FilterMenu, GuardedButton, PageHeader, Pagination, SearchField } from '@pim/ui'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DropArea } from './drop-area.tsx'
import { useMediaColumns } from './media-columns.tsx'
import { MediaDetail } from './media-detail.tsx'
import { MediaGrid } from './media-grid.tsx'
import { useMediaList, useMediaTypes, useUploadFiles } from './media-list.api.ts'
import {
  fileKinds,
  hasFilters,
  type MediaState,
  readMediaState,
  statusChoices,
  withoutFilters,
  writeMediaState,
} from './media-state.ts'
import { PreviewDialog } from './preview-dialog.tsx'

/** Narrow screens scroll the clauses sideways: several lines of filters would leave no room for what they find. */
const filterRow = {
  flex: 'none',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  gap: 1,
  alignItems: 'center',
  mb: 1.5,
  py: { xs: 0.5, sm: 0 },
  '& > *': { flexShrink: 0 },
}

/** Every file of the tenant: to find, to look at, to add to. */
export function MediaList() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readMediaState(address), [address])
  const { variations, current, select } = useVariations(state.variationId)
  const { data, isPlaceholderData } = useMediaList(state, current?.variationId)
  const { data: types } = useMediaTypes()
  const columns = useMediaColumns(state.openItemId !== undefined)
  const uploadFiles = useUploadFiles(types)
  const feedback = useFeedback()
  const settings = useSettings()
  const uploading = usePermission('binary.uploadBinary')
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [previewed, setPreviewed] = useState<string>()

  const go = (next: MediaState, replace = false) => setAddress(writeMediaState(next), { replace })
  const change = (part: Partial<MediaState>) => go(changeList(state, part), part.searchText !== undefined)
  const open = (row: SearchContentDocument) => go({ ...state, openItemId: row.contentItemId }, true)
  const rows = data?.items
  const shownAt = rows?.findIndex((row) => row.contentItemId === previewed) ?? -1
  const shown = rows?.[shownAt]
  const canUpload = uploading.may && types !== undefined && types.length > 0
  const send = (files: readonly File[]) => {
    const tooLarge = files.filter((file) => file.size > settings.upload.maxBytes)
    for (const file of tooLarge) feedback.error(t('media.upload.tooLarge', { name: file.name }))
    uploadFiles(files.filter((file) => !tooLarge.includes(file)))
  }
  useCommands(
    canUpload ? [{ id: 'media.upload', label: t('media.upload.button'), run: () => input.current?.click() }] : [],
  )

  const uploadButton = (
    <GuardedButton
      permission={{
        may: canUpload,
        reason: uploading.reason ?? (types?.length === 0 ? t('media.list.emptyNoTypes') : undefined),
      }}
      variant="contained"
      startIcon={<UploadIcon />}
      onClick={() => input.current?.click()}
    >
      {t('media.upload.button')}
    </GuardedButton>
  )
  const empty = hasFilters(state) ? (
    <EmptyState
      title={t('media.list.nothingFits')}
      description={t('media.list.nothingFitsHint')}
      action={<Button onClick={() => go(withoutFilters(state))}>{t('media.filter.clear')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('media.list.empty')}
      description={t(types?.length === 0 ? 'media.list.emptyNoTypes' : 'media.list.emptyHint')}
      action={uploadButton}
    />
  )
  return (
    <DropArea isDisabled={!canUpload} onFiles={send}>
      <PageHeader title={t('media.list.title')} count={data?.paging.totalCount} actions={uploadButton} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={settings.upload.mimeTypes.join(',')}
        aria-label={t('media.upload.button')}
        onChange={(event) => {
          send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Stack direction="row" useFlexGap sx={filterRow}>
        <SearchField
          label={t('media.list.search')}
          controls={listId}
          value={state.searchText}
          onChange={(searchText) => change({ searchText })}
        />
        <FilterMenu
          label={t('media.filter.kind')}
          options={fileKinds.map((kind) => ({ value: kind, label: t(`media.filter.kind.${kind}`) }))}
          selected={state.kinds}
          onChange={(chosen) => change({ kinds: fileKinds.filter((kind) => chosen.includes(kind)) })}
        />
        <FilterMenu
          label={t('media.list.status')}
          options={statusChoices.map((status) => ({ value: status, label: t(`ui.status.${status}`) }))}
          selected={state.statuses}
          onChange={(chosen) => change({ statuses: statusChoices.filter((status: Status) => chosen.includes(status)) })}
        />
        {hasFilters(state) && (
          <Button size="small" onClick={() => go(withoutFilters(state))}>
            {t('media.filter.clear')}
          </Button>
        )}
        <Box sx={{ flexGrow: 1 }} />
        <FilterMenu
          label={t('media.list.variation')}
          multiple={false}
          isRequired
          options={(variations ?? []).map((variation) => ({
            value: variation.variationId,
            label: `${variationCode(variation)} · ${variation.friendlyName}`,
          }))}
          selected={current ? [current.variationId] : []}
          onChange={([chosen]) => {
            const variationId = chosen ?? variations?.find((variation) => variation.isDefault)?.variationId
            if (variationId) select(variationId)
            change({ variationId })
          }}
        />
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={state.showPublishedVersion}
              onChange={(_, showPublishedVersion) => change({ showPublishedVersion })}
            />
          }
          label={t('media.filter.published')}
          sx={{ ml: 0.5, mr: 0, gap: 0.5 }}
        />
        <ToggleButtonGroup
          size="small"
          exclusive
          value={state.view}
          aria-label={t('media.view.label')}
          onChange={(_, view: MediaState['view'] | null) => view && go({ ...state, view }, true)}
        >
          <ToggleButton value="grid" aria-label={t('media.view.grid')}>
            <GridViewIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="list" aria-label={t('media.view.list')}>
            <ViewListIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, flexGrow: 1, overflow: 'hidden' }}>
        <Box id={listId} sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, flexGrow: 1 }}>
          {state.view === 'list' ? (
            <DataTable<SearchContentDocument>
              label={t('media.list.title')}
              columns={columns}
              rows={rows}
              rowId={(row) => row.contentVariationId}
              rowLabel={(row) => row.name}
              sorting={state.sorting}
              onSortingChange={(sorting) => change({ sorting })}
              onOpen={open}
              {...(state.openItemId
                ? { currentId: rows?.find((row) => row.contentItemId === state.openItemId)?.contentVariationId ?? '' }
                : {})}
              expectedRows={state.pageSize}
              isStale={isPlaceholderData}
              empty={empty}
            />
          ) : rows?.length === 0 ? (
            <Box sx={{ flexGrow: 1 }}>{empty}</Box>
          ) : (
            <MediaGrid
              rows={rows}
              expectedRows={state.pageSize}
              currentItemId={state.openItemId}
              isStale={isPlaceholderData}
              onOpen={open}
              onPreview={(row) => setPreviewed(row.contentItemId)}
            />
          )}
          <Pagination
            pageNumber={state.pageNumber}
            pageSize={state.pageSize}
            totalCount={data?.paging.totalCount}
            totalIsCapped={data?.paging.totalIsCapped}
            onChange={(paging) => go({ ...state, ...paging })}
          />
        </Box>
        {state.openItemId && current && (
          <MediaDetail
            contentItemId={state.openItemId}
            variationId={current.variationId}
            onClose={() => go({ ...state, openItemId: undefined }, true)}
            onPreview={() => setPreviewed(state.openItemId)}
          />
        )}
      </Paper>
      {shown && (
        <PreviewDialog
          row={shown}
          onClose={() => setPreviewed(undefined)}
          onStep={(step) => setPreviewed(rows?.[shownAt + step]?.contentItemId ?? previewed)}
        />
      )}
    </DropArea>
  )
}
