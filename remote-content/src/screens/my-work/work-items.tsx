import { Alert, Box, Button, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { nameLanguage, useTotalText, useVariations } from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import { RelativeTime, StatusDot, statusLookOf, twoLines } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { itemAddress } from '../../parts/item-list/item-address.ts'
import { searchInputOf, writeListState } from '../../parts/item-list/list-state.ts'
import { type WalkState, walkOf } from '../../parts/walk/list-walk.ts'
import { WorkCard } from './work-card.tsx'
import { type WorkKind, workList } from './work-kinds.ts'

interface WorkItemsProps {
  readonly kind: WorkKind
  readonly userId: string
  readonly variationId: string | undefined
}

const shownRows = 5

/** The latest rows of a kind of work, with the way to all of them. */
export function WorkItems({ kind, userId, variationId }: WorkItemsProps) {
  const { t } = useTranslation()
  const totalText = useTotalText()
  const [openedAt] = useState(() => Date.now())
  const state = workList(kind, userId, variationId)
  const input = searchInputOf({ ...state, pageSize: shownRows }, [], variationId, openedAt)
  const { data, isError, refetch } = useApiQuery(
    'search.searchUserContent',
    { body: input },
    { enabled: variationId !== undefined, failureGoesTo: 'screen' },
  )
  const list = `/content-items?${writeListState(state)}`
  const walk = data && { walk: walkOf(list, input, data) }
  const total = data && { count: data.paging.totalCount, isCapped: data.paging.totalIsCapped === true }
  return (
    <WorkCard
      title={t(`content.work.${kind.name}`)}
      after={
        total !== undefined &&
        total.count > 0 && (
          <MuiLink component={Link} to={list}>
            {total.count > shownRows ? t('content.work.all', { total: totalText(total) }) : t('content.work.inList')}
          </MuiLink>
        )
      }
    >
      {data?.items.length === 0 && <Typography color="textSecondary">{t(`content.work.${kind.name}.none`)}</Typography>}
      {data === undefined && isError && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t('ui.error.retry')}
            </Button>
          }
        >
          {t('content.work.failed')}
        </Alert>
      )}
      {data === undefined && !isError && <RowSkeletons />}
      {data !== undefined && data.items.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map((row) => (
            <WorkRow key={row.contentVariationId} row={row} walk={walk} />
          ))}
        </Box>
      )}
    </WorkCard>
  )
}

const rowLine = { display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 40, borderTop: 1, borderColor: 'divider' }

function WorkRow({ row, walk }: { readonly row: SearchContentDocument; readonly walk: WalkState | undefined }) {
  const { variations } = useVariations()
  return (
    <Box component="li" sx={rowLine}>
      <MuiLink
        component={Link}
        to={itemAddress(row)}
        state={walk}
        color="textPrimary"
        underline="hover"
        sx={{ fontWeight: 600, flexGrow: 1, minWidth: 0, ...twoLines }}
      >
        <bdi {...nameLanguage(row, variations).attributes}>{row.name}</bdi>
      </MuiLink>
      <Box sx={{ flex: 'none', display: { xs: 'none', sm: 'block' } }}>
        <StatusDot status={statusLookOf(row)} />
      </Box>
      <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ flex: 'none' }}>
        <RelativeTime time={row.modifiedAt} />
      </Typography>
    </Box>
  )
}

const RowSkeletons = () => (
  <Box aria-hidden>
    {Array.from({ length: shownRows }, (_, row) => (
      <Box key={row} sx={rowLine}>
        <Skeleton animation={false} width="60%" />
      </Box>
    ))}
  </Box>
)
