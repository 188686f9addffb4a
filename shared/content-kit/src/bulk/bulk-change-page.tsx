import { Alert, Button, Link as MuiLink, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange, BulkChangeRow, RowFilter } from '@pim/contract'
import { FieldServicesProvider } from '@pim/field-types/react'
import { usePermission } from '@pim/shell'
import { EmptyState, ErrorState, PageHeader, Pagination, RelativeTime, StateDot } from '@pim/ui'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useFieldServices } from '../fields/use-field-services.ts'
import { readListAddress, writeListAddress } from '../list-address.ts'
import { contentItemPath } from '../paths.ts'
import { UserName } from '../user-name.tsx'
import { useVariations } from '../variations.ts'
import { isUnderWay, useBulkChange, useBulkRows, useRowChoices } from './bulk-change.api.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { BulkSteps } from './bulk-steps.tsx'
import { ColumnProblems } from './column-problems.tsx'
import { GoneNotice } from './gone-notice.tsx'
import { bulkRowFilters, RowFilters } from './row-filters.tsx'
import { canTakePart, deletedItemOf } from './rows/bulk-row.tsx'
import { BulkRowsTable } from './rows/bulk-rows-table.tsx'
import { stateLooks } from './state-looks.ts'
import { type BulkNames, useBulkWords } from './use-bulk-words.ts'
import { useComingConcepts } from './use-coming-concepts.ts'

interface BulkChangePageProps {
  bulkChangeId: string
  /** Address of another bulk change in the same section: an undo, and what it takes back. */
  pathOf: (bulkChangeId: string) => string
  /** Drawn before the title: the way back. */
  before: ReactNode
  /** What the section has to say of it, above the steps: the file of an import. */
  children?: ReactNode
  /** Where somebody chooses how a column of an imported file is read. */
  columnPath?: ((column: string) => string) | undefined
}

/**
 * A bulk change from its rehearsal to its undo: how far it is, what it does to each item, what can be done with it. Page and
 * filter of the rows stand in the address.
 */
export function BulkChangePage({ bulkChangeId, pathOf, before, children, columnPath }: BulkChangePageProps) {
  const { t } = useTranslation()
  const { data: bulkChange, error, refetch } = useBulkChange(bulkChangeId)
  const { data: types } = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
  const { variations } = useVariations()
  if (bulkChange && types && variations)
    return <Loaded key={bulkChangeId} {...{ bulkChange, types, variations, pathOf, before, children, columnPath }} />
  return (
    <>
      <PageHeader title={t('kit.bulk.title')} before={before} />
      {error ? (
        error.problem?.code === 'NOT_FOUND' ? (
          <EmptyState title={t('kit.bulk.gone')} description={t('kit.bulk.goneHint')} />
        ) : (
          <ErrorState title={t('kit.bulk.notRead')} onRetry={() => void refetch()} />
        )
      ) : (
        <Skeleton variant="rounded" height={200} />
      )}
    </>
  )
}

const nothing = () => undefined

type LoadedProps = BulkNames &
  Omit<BulkChangePageProps, 'bulkChangeId' | 'columnPath'> & {
    bulkChange: BulkChange
    columnPath: BulkChangePageProps['columnPath'] | undefined
  }

function Loaded({ bulkChange, types, variations, pathOf, before, children, columnPath }: LoadedProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useBulkWords({ types, variations })
  const { variationIds, state, createdAt, createdBy, undoOf, name } = bulkChange
  const stored = useFieldServices(variationIds[0] ?? variations[0]?.variationId ?? '', nothing)
  const services = useComingConcepts(bulkChange, stored)
  return (
    <FieldServicesProvider value={services}>
      <PageHeader
        title={words.title(bulkChange)}
        before={before}
        after={<StateDot look={stateLooks[state]} label={t(`kit.bulk.state.${state}`)} />}
      />
      <Paper variant="outlined" sx={{ p: 2, mb: 2, flex: 'none' }}>
        <Stack sx={{ gap: 2 }}>
          <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {name && `${words.whatText(bulkChange)} · `}
            {variationIds.length > 0 && `${variationIds.map(words.variationName).join(', ')} · `}
            <UserName userId={createdBy} /> · <RelativeTime time={createdAt} />
            {undoOf && (
              <>
                {' · '}
                <MuiLink component={Link} to={pathOf(undoOf)}>
                  {t('kit.bulk.undoOf')}
                </MuiLink>
              </>
            )}
          </Typography>
          {state === 'ready' && <ColumnProblems {...{ bulkChange, words, columnPath }} />}
          {children}
          {isUnderWay(bulkChange) && <BulkProgress bulkChange={bulkChange} />}
          <BulkSteps bulkChange={bulkChange} words={words} onUndo={(id) => void navigate(pathOf(id))} />
        </Stack>
      </Paper>
      {state !== 'rehearsing' && bulkChange.counts.rows > 0 && <Rows bulkChange={bulkChange} words={words} />}
    </FieldServicesProvider>
  )
}

/** What can be done with all rows that are shown, on one page or more. Those of items that are gone may have been left out for somebody to look at. */
function allOf(filter: RowFilter | undefined, rows: readonly BulkChangeRow[] = []): 'takeIn' | 'leaveOut' | undefined {
  if (filter === 'gone')
    return rows.some(canTakePart) ? (rows.some(({ isLeftOut }) => isLeftOut) ? 'takeIn' : 'leaveOut') : undefined
  if (filter === 'leftOut') return 'takeIn'
  return filter === 'changed' || filter === 'created' ? 'leaveOut' : undefined
}

interface RowsProps {
  bulkChange: BulkChange
  words: ReturnType<typeof useBulkWords>
}

function Rows({ bulkChange, words }: RowsProps) {
  const { t } = useTranslation()
  const { bulkChangeId, state } = bulkChange
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const filter = bulkRowFilters.find((each) => each === address.get('rows'))
  const { pageNumber, pageSize } = list
  const { data, isError, isPlaceholderData, refetch } = useBulkRows(
    bulkChangeId,
    { pageNumber, pageSize, filter },
    true,
  )
  const { leaveOut, chooseChanged, restore, isPending, failure } = useRowChoices(bulkChangeId)
  const { may: mayRestore } = usePermission('contentItem.restoreItem')
  const go = (next: { pageNumber: number; pageSize: number }, asked: RowFilter | undefined) => {
    const written = new URLSearchParams()
    writeListAddress(written, { ...list, ...next })
    if (asked) written.set('rows', asked)
    setAddress(written, { replace: true })
  }
  const isOpen = state === 'ready'
  const all = allOf(filter, data?.items)
  // Also after the execution: what is rehearsed again can be executed again.
  const isRestoring = mayRestore && bulkChange.allowedActions.includes('rehearse')
  const deleted = isRestoring ? (data?.items ?? []).flatMap((row) => deletedItemOf(row) ?? []) : []
  const isOfChanged = isOpen && filter === 'changedSince' && (data?.paging.totalCount ?? 0) > 0
  return (
    <>
      {isOpen && <GoneNotice bulkChange={bulkChange} onShow={() => go({ pageNumber: 1, pageSize }, 'gone')} />}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 1, alignItems: 'center', flex: 'none' }}>
        <RowFilters
          bulkChange={bulkChange}
          filter={filter}
          onChange={(next) => go({ pageNumber: 1, pageSize }, next)}
        />
        {isOpen && filter && all && data && data.paging.totalCount > 0 && (
          <Button
            size="small"
            loading={isPending}
            onClick={() => void leaveOut({ filter, isLeftOut: all === 'leaveOut' })}
          >
            {t(`kit.bulk.rows.${all}`, { count: data.paging.totalCount })}
          </Button>
        )}
        {isOfChanged &&
          (['keep', 'replace'] as const).map((whenChanged) => (
            <Button
              key={whenChanged}
              size="small"
              loading={isPending}
              onClick={() => void chooseChanged({ filter: 'changedSince', whenChanged })}
            >
              {t(`kit.bulk.rows.${whenChanged}All`, { count: data?.paging.totalCount ?? 0 })}
            </Button>
          ))}
        {deleted.length > 1 && (
          <Button size="small" loading={isPending} onClick={() => void restore(deleted)}>
            {t('kit.bulk.rows.restore', { count: deleted.length })}
          </Button>
        )}
      </Stack>
      {failure !== undefined && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {words.failureText(failure)}
        </Alert>
      )}
      {isError && !data ? (
        <ErrorState title={t('kit.bulk.rows.notRead')} onRetry={() => void refetch()} />
      ) : (
        <Paper variant="outlined" sx={{ mb: 2, flex: 'none' }}>
          <BulkRowsTable
            rows={data?.items}
            words={words}
            isStale={isPlaceholderData}
            onLeaveOut={
              isOpen ? ({ position }, isLeftOut) => void leaveOut({ positions: [position], isLeftOut }) : undefined
            }
            onChoose={
              isOpen
                ? ({ position }, whenChanged) => void chooseChanged({ positions: [position], whenChanged })
                : undefined
            }
            onRestore={isRestoring && !isPending ? (contentItemId) => void restore([contentItemId]) : undefined}
            itemPath={({ contentItemId }) => (contentItemId ? contentItemPath(contentItemId) : undefined)}
            empty={<EmptyState title={t('kit.bulk.rows.none')} description={t('kit.bulk.rows.noneHint')} />}
          />
          <Pagination
            pageNumber={pageNumber}
            pageSize={pageSize}
            totalCount={data?.paging.totalCount}
            onChange={(paging) => go(paging, filter)}
          />
        </Paper>
      )}
    </>
  )
}
