import { Link as MuiLink, Paper } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange } from '@pim/contract'
import { type Column, DataTable, EmptyState, ErrorState, PageHeader, Pagination, RelativeTime, StateDot } from '@pim/ui'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { readListAddress, writeListAddress } from '../list-address.ts'
import { UserName } from '../user-name.tsx'
import { useVariations } from '../variations.ts'
import { stateLooks } from './state-looks.ts'
import { type BulkWords, useBulkWords } from './use-bulk-words.ts'

interface BulkChangeListProps {
  pathOf: (bulkChangeId: string) => string
  /** Drawn before the title: the way back. */
  before: ReactNode
}

/** The bulk changes of the tenant: what, who, when, and how far it is. */
export function BulkChangeList({ pathOf, before }: BulkChangeListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const { pageNumber, pageSize } = list
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(
    'bulkChange.getBulkChanges',
    { query: { pageNumber, pageSize } },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const { data: types = none } = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
  const { variations = none } = useVariations()
  const words = useBulkWords({ types, variations })
  const title = t('kit.bulk.list.title')
  const turn = (paging: { pageNumber: number; pageSize: number }) => {
    const next = new URLSearchParams()
    writeListAddress(next, { ...list, ...paging })
    setAddress(next)
  }
  if (isError && !data) {
    return (
      <>
        <PageHeader title={title} before={before} />
        <ErrorState title={t('kit.bulk.list.notRead')} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} before={before} count={data?.paging.totalCount} />
      <Paper
        variant="outlined"
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
      >
        <DataTable<BulkChange>
          label={title}
          columns={columnsOf(t, words, pathOf)}
          rows={data?.items}
          rowId={({ bulkChangeId }) => bulkChangeId}
          rowLabel={words.title}
          onOpen={({ bulkChangeId }) => void navigate(pathOf(bulkChangeId))}
          expectedRows={5}
          isStale={isPlaceholderData}
          empty={<EmptyState title={t('kit.bulk.list.empty')} description={t('kit.bulk.list.emptyHint')} />}
        />
        <Pagination pageNumber={pageNumber} pageSize={pageSize} totalCount={data?.paging.totalCount} onChange={turn} />
      </Paper>
    </>
  )
}

const none: readonly never[] = []

const columnsOf = (
  t: ReturnType<typeof useTranslation>['t'],
  words: BulkWords,
  pathOf: BulkChangeListProps['pathOf'],
): readonly Column<BulkChange>[] => [
  {
    id: 'what',
    header: t('kit.bulk.list.what'),
    cell: (bulkChange) => (
      <MuiLink
        component={Link}
        to={pathOf(bulkChange.bulkChangeId)}
        color="textPrimary"
        underline="hover"
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {words.title(bulkChange)}
      </MuiLink>
    ),
  },
  {
    id: 'state',
    header: t('kit.bulk.list.state'),
    width: 170,
    cell: ({ state }) => <StateDot look={stateLooks[state]} label={t(`kit.bulk.state.${state}`)} />,
  },
  {
    id: 'count',
    header: t('kit.bulk.list.items'),
    width: 130,
    hideBelow: 'md',
    cell: ({ counts: { rows, done } }) =>
      done > 0 ? t('kit.bulk.list.doneOf', { done, count: rows }) : t('kit.bulk.list.count', { count: rows }),
  },
  {
    id: 'when',
    header: t('kit.bulk.list.when'),
    width: 130,
    hideBelow: 'md',
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
  {
    id: 'who',
    header: t('kit.bulk.list.who'),
    width: 170,
    hideBelow: 'lg',
    cell: ({ createdBy }) => <UserName userId={createdBy} />,
  },
]
