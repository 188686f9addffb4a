import { Link as MuiLink } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange } from '@pim/contract'
import { type Column, EmptyState, RelativeTime, StateDot } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { PagedList, usePaging } from '../paged-list.tsx'
import { UserName } from '../user-name.tsx'
import { useVariations } from '../variations.ts'
import { stateLooks } from './state-looks.ts'
import { type BulkWords, useBulkWords } from './use-bulk-words.ts'

interface BulkChangeListProps {
  pathOf: (bulkChangeId: string) => string
  /** Drawn before the title: the way back. */
  before?: ReactNode
  /** Drawn at the right end of the title. */
  actions?: ReactNode
  /** Only those that came from files, and what took one of these back. */
  imports?: boolean
  /** In place of the words for all bulk changes. */
  words?: Readonly<Record<'title' | 'empty' | 'emptyHint' | 'notRead', string>>
}

/** The bulk changes of the tenant: what, who, when, and how far it is. */
export function BulkChangeList({ pathOf, before, actions, imports, words: own }: BulkChangeListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paging = usePaging()
  const { pageNumber, pageSize } = paging
  const page = useApiQuery(
    'bulkChange.getBulkChanges',
    { query: { pageNumber, pageSize, ...(imports && { imports: 'true' as const }) } },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const { data: types = none } = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
  const { variations = none } = useVariations()
  const words = useBulkWords({ types, variations })
  return (
    <PagedList<BulkChange>
      title={own?.title ?? t('kit.bulk.list.title')}
      before={before}
      actions={actions}
      paging={paging}
      page={page}
      columns={columnsOf(t, words, pathOf)}
      rowId={({ bulkChangeId }) => bulkChangeId}
      rowLabel={words.title}
      onOpen={({ bulkChangeId }) => void navigate(pathOf(bulkChangeId))}
      expectedRows={5}
      empty={
        <EmptyState
          title={own?.empty ?? t('kit.bulk.list.empty')}
          description={own?.emptyHint ?? t('kit.bulk.list.emptyHint')}
        />
      }
      notRead={own?.notRead ?? t('kit.bulk.list.notRead')}
    />
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
