import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Box, Button, Paper, Typography } from '@mui/material'
import {
  changeList,
  DemoNotice,
  DemoOnItsWay,
  FiltersOrBar,
  SetUpTypes,
  useDemoLoading,
  useHeaderTotal,
  useLastPage,
  useQuotaWarning,
  useVariations,
} from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useCommands, useFeedback, usePermission } from '@pim/shell'
import { DataTable, EmptyState, GuardedButton, PageHeader, Pagination, partOnDemand, QuotaNotice } from '@pim/ui'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { DropArea } from './drop-area.tsx'
import { useMediaColumns } from './media-columns.tsx'
import { MediaDetail } from './media-detail.tsx'
import { MediaFilters } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import { useMediaList, useMediaTypes, useUploadFiles } from './media-list.api.ts'
import {
  hasFilters,
  type MediaState,
  mediaSearchOf,
  readMediaState,
  withoutFilters,
  writeMediaState,
} from './media-state.ts'
import { MediaViews } from './media-views.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { altTextPlace } from './texts/alt-text.ts'

// What is needed only once something is selected does not hold up the list.
const SelectedMedia = partOnDemand(async () => (await import('./selected-media.tsx')).SelectedMedia, { place: 'here' })
const MatchingMedia = partOnDemand(async () => (await import('./selected-media.tsx')).MatchingMedia, { place: 'here' })

const TextsTable = partOnDemand(async () => (await import('./texts/texts-table.tsx')).TextsTable, { place: 'here' })

/** Every file of the tenant: to find, to look at, to add to. */
export function MediaList() {
  const { t } = useTranslation()
  const headerTotal = useHeaderTotal()
  const [address, setAddress] = useSearchParams()
  const { role, settings } = useAccount()
  const mayEdit = reaches(role, 'editor')
  const mayDeleted = mayEdit
  const state = useMemo(() => {
    const read = readMediaState(address)
    return mayDeleted ? read : { ...read, deleted: undefined }
  }, [address, mayDeleted])
  const { variations, current, select: selectVariation } = useVariations(state.variationId)
  const { data: types } = useMediaTypes()
  const altText = useMemo(() => altTextPlace(types), [types])
  const input = mediaSearchOf(state, current?.variationId, altText)
  // The filter of missing alternative texts names the field that has them, which the types tell.
  const isKnown = current !== undefined && (state.altText === undefined || types !== undefined)
  const { data, isPlaceholderData } = useMediaList(isKnown ? input : undefined, hasFilters(state))
  const demo = useDemoLoading(data?.paging.totalCount === 0 || types?.length === 0)
  const columns = useMediaColumns(state.openItemId !== undefined, variations)
  const uploadFiles = useUploadFiles(types)
  const feedback = useFeedback()
  const warning = useQuotaWarning(['files', 'storageBytes', 'items'])
  const uploading = usePermission('binary.uploadBinary')
  const maySetUp = usePermission('contentModel.seedContentTypes').may
  const hintWithoutTypes = maySetUp ? 'media.list.emptySetUp' : 'media.list.emptyNoTypes'
  const chooser = useRef<HTMLInputElement>(null)
  const listId = useId()

  // The address follows a change a moment later: a second change in that moment is made to the first one's result.
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  }, [state])
  // Moves the focus to the list, because the focused element is removed with the erased file.
  const wasErased = useRef(false)
  useEffect(() => {
    if (state.openItemId === undefined && wasErased.current) {
      wasErased.current = false
      document.getElementById(listId)?.focus()
    }
  }, [state.openItemId, listId])
  const go = (next: MediaState, replace = false) => {
    latest.current = next
    setAddress(writeMediaState(next), { replace })
  }
  useLastPage(isPlaceholderData ? undefined : data?.paging, (pageNumber) => go({ ...latest.current, pageNumber }, true))
  const change = (part: Partial<MediaState>) => go(changeList(latest.current, part), part.searchText !== undefined)
  /** What is beside the list, or how it is drawn: the page stays. */
  const show = (part: Partial<MediaState>) => go({ ...latest.current, ...part }, true)
  const preview = (previewedId: string | undefined) => show({ previewedId, previewPage: 1 })
  const open = (row: SearchContentDocument) => show({ openItemId: row.contentItemId })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // All that the list finds, on every page of it.
  const [isWhole, setWhole] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const select = (next: ReadonlySet<string>) => {
    setSelected(next)
    setWhole(false)
  }
  // Other rows are found then: nothing of the last ones stays selected. What is open beside the list is no matter.
  const searched = JSON.stringify(input)
  const [selectedIn, setSelectedIn] = useState(searched)
  if (selectedIn !== searched) {
    setSelectedIn(searched)
    select(new Set())
  }
  const rows = data?.items
  const selectedRows = rows?.filter((row) => selected.has(row.contentVariationId)) ?? []
  const found = { count: data?.paging.totalCount ?? 0, isCapped: data?.paging.totalIsCapped === true }
  const isPageSelected = rows !== undefined && selectedRows.length === rows.length && found.count > rows.length
  const shown = rows?.find((row) => row.contentItemId === state.previewedId)
  const canUpload = uploading.may && types !== undefined && types.length > 0
  const send = (files: readonly File[]) => {
    const tooLarge = files.filter((file) => file.size > settings.upload.maxBytes)
    for (const file of tooLarge) feedback.error(t('media.upload.tooLarge', { name: file.name }))
    uploadFiles(files.filter((file) => !tooLarge.includes(file)))
  }
  useCommands(
    canUpload ? [{ id: 'media.upload', label: t('media.upload.button'), run: () => chooser.current?.click() }] : [],
  )

  const uploadButton = (
    <GuardedButton
      permission={{
        may: canUpload,
        reason: uploading.reason ?? (types?.length === 0 ? t(demo ? 'kit.demo.title' : hintWithoutTypes) : undefined),
      }}
      variant="contained"
      startIcon={<UploadIcon />}
      onClick={() => chooser.current?.click()}
    >
      {t('media.upload.button')}
    </GuardedButton>
  )
  const empty =
    hasFilters(state) || state.showPublishedVersion ? (
      <EmptyState
        title={t('media.list.nothingFits')}
        description={t('media.list.nothingFitsHint')}
        action={<Button onClick={() => go(withoutFilters(latest.current))}>{t('media.filter.clear')}</Button>}
      />
    ) : demo ? (
      <DemoOnItsWay />
    ) : (
      <EmptyState
        title={t('media.list.empty')}
        description={t(types?.length === 0 ? hintWithoutTypes : 'media.list.emptyHint')}
        action={
          types?.length === 0 && maySetUp ? <SetUpTypes kind="media" label={t('media.list.setUpType')} /> : uploadButton
        }
      />
    )
  return (
    <DropArea isDisabled={!canUpload} onFiles={send}>
      <PageHeader
        title={t('media.list.title')}
        {...headerTotal(data?.paging)}
        actions={
          <>
            <MediaViews state={state} hasAltText={altText !== undefined} />
            {uploadButton}
          </>
        }
      />
      <input
        ref={chooser}
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
      <FiltersOrBar
        hasBar={selectedRows.length > 0 || isAsking}
        bar={
          isWhole ? (
            <MatchingMedia input={input} types={types} found={found} onClear={() => select(new Set())} />
          ) : (
            <SelectedMedia
              rows={selectedRows}
              types={types}
              variationName={current?.friendlyName ?? ''}
              onAsk={setAsking}
              onClear={() => select(new Set())}
              onSelectPage={
                rows && selectedRows.length < rows.length
                  ? () => select(new Set(rows.map((row) => row.contentVariationId)))
                  : undefined
              }
              more={isPageSelected ? { ...found, onSelect: () => setWhole(true) } : undefined}
            />
          )
        }
        filters={
          <MediaFilters
            state={state}
            listId={listId}
            variations={variations}
            current={current}
            onChange={change}
            onVariationChange={(variationId) => {
              if (variationId) selectVariation(variationId)
              change({ variationId })
            }}
            mayDeleted={mayDeleted}
            hasAltText={altText !== undefined}
            mayEdit={mayEdit}
            onView={(view) => show({ view })}
            onClear={() => go(withoutFilters(latest.current))}
          />
        }
      />
      <QuotaNotice warning={warning} link={Link} />
      <DemoNotice job={demo} />
      {(data?.preparedPercent !== undefined || data?.isBehind) && (
        <Typography role="status" variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {data.preparedPercent === undefined
            ? t('media.list.behind')
            : t('media.list.prepared', { percent: data.preparedPercent })}
        </Typography>
      )}
      {data?.shownFor && (
        <Typography role="status" variant="body2" sx={{ mb: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('media.list.shownFor', { typed: state.searchText, shownFor: data.shownFor })}
        </Typography>
      )}
      <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, flexGrow: 1, overflow: 'hidden' }}>
        <Box id={listId} tabIndex={-1} sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, flexGrow: 1 }}>
          {state.view === 'list' ? (
            <DataTable<SearchContentDocument>
              label={t('media.list.title')}
              columns={columns}
              rows={rows}
              rowId={(row) => row.contentVariationId}
              rowLabel={(row) => row.name}
              sorting={state.sorting}
              onSortingChange={(sorting) => change({ sorting })}
              {...(mayEdit && { selection: { selected, onChange: select } })}
              onOpen={open}
              {...(state.openItemId
                ? { currentId: rows?.find((row) => row.contentItemId === state.openItemId)?.contentVariationId ?? '' }
                : {})}
              expectedRows={state.pageSize}
              isStale={isPlaceholderData}
              empty={empty}
            />
          ) : state.view === 'texts' && altText && mayEdit ? (
            <TextsTable
              key={searched}
              rows={isPlaceholderData ? undefined : rows}
              types={types ?? []}
              variations={variations ?? []}
              expectedRows={state.pageSize}
              empty={empty}
              onOpen={open}
            />
          ) : rows?.length === 0 ? (
            <Box sx={{ flexGrow: 1 }}>{empty}</Box>
          ) : (
            <MediaGrid
              rows={rows}
              variations={variations}
              expectedRows={state.pageSize}
              currentItemId={state.openItemId}
              isStale={isPlaceholderData}
              selected={selected}
              onSelect={mayEdit ? select : undefined}
              onOpen={open}
              onPreview={(row) => preview(row.contentItemId)}
            />
          )}
          <Pagination
            pageNumber={state.pageNumber}
            pageSize={state.pageSize}
            totalCount={data?.paging.totalCount}
            totalIsCapped={data?.paging.totalIsCapped}
            onChange={change}
          />
        </Box>
        {state.openItemId && current && (
          <MediaDetail
            contentItemId={state.openItemId}
            variationId={current.variationId}
            onClose={() => show({ openItemId: undefined })}
            onErased={() => {
              wasErased.current = true
              show({ openItemId: undefined })
            }}
            onPreview={() => preview(state.openItemId)}
          />
        )}
      </Paper>
      {shown && (
        <PreviewDialog
          row={shown}
          page={state.previewPage}
          onTurn={(step, pageCount) => {
            // From the page that was asked for last, which the address may not have yet: a key that is pressed twice turns two.
            const next = Math.min(latest.current.previewPage, pageCount) + step
            if (next >= 1 && next <= pageCount) show({ previewPage: next })
          }}
          onClose={() => preview(undefined)}
          onStep={(step) => {
            const at = rows?.findIndex((row) => row.contentItemId === latest.current.previewedId) ?? -1
            const next = at < 0 ? undefined : rows?.[at + step]
            if (next) preview(next.contentItemId)
          }}
        />
      )}
    </DropArea>
  )
}
