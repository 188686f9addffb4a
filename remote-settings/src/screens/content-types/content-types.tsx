import AddIcon from '@mui/icons-material/Add'
import { Button, Link as MuiLink, Paper, Stack, Typography } from '@mui/material'
import { changeList, StarterTypes, useProblemText, useQuotaWarning, useStarterTypes } from '@pim/content-kit'
import type { ContentType } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { useCommands, useFeedback, usePermission } from '@pim/shell'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  FilterMenu,
  GuardedButton,
  PageHeader,
  QuotaNotice,
  SearchField,
} from '@pim/ui'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { WorkUnderWay } from '../../parts/work-under-way.tsx'
import { useContentTypes, useSeedTypes } from './content-types.api.ts'
import { NewTypeDialog } from './new-type-dialog.tsx'
import { kinds, readTypeList, type TypeList, typesOf, writeTypeList } from './type-list.ts'

const pathOf = ({ technicalName }: Pick<ContentType, 'technicalName'>) => `/settings/content-types/${technicalName}`

export function ContentTypes() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const feedback = useFeedback()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readTypeList(address), [address])
  const { data, isError, refetch } = useContentTypes()
  const seeding = usePermission('contentModel.seedContentTypes')
  const seed = useSeedTypes()
  const warning = useQuotaWarning(['contentTypes', 'contentTypeFields', 'contentTypeBytes'])
  const problemText = useProblemText()
  const listId = useId()
  const [isCreating, setCreating] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const starters = useStarterTypes(seeding.may)
  const columns = useTypeColumns()
  const change = (part: Partial<TypeList>) => setAddress(writeTypeList(changeList(list, part)), { replace: true })
  const seedStarters = () =>
    seed.mutate(
      {},
      {
        onSuccess: ({ created }) => feedback.success(t('settings.type.seeded', { count: created.length })),
        onError: ({ problem }) => feedback.error(problemText(problem) ?? t('settings.notSaved')),
      },
    )
  useCommands(seeding.may ? [{ id: 'settings.type', label: t('settings.type.new'), run: () => setCreating(true) }] : [])

  const empty =
    data?.length === 0 ? (
      <EmptyState
        title={t('settings.type.empty')}
        description={t('settings.type.emptyHint')}
        action={
          <GuardedButton permission={seeding} variant="contained" loading={seed.isPending} onClick={seedStarters}>
            {t('settings.type.seed')}
          </GuardedButton>
        }
      />
    ) : (
      <EmptyState
        title={t('settings.list.nothingFits')}
        action={
          <Button onClick={() => change({ kind: undefined, searchText: '' })}>{t('settings.list.clearFilters')}</Button>
        }
      />
    )
  return (
    <>
      <PageHeader
        title={t('settings.page.content-types')}
        count={data?.length}
        actions={
          <>
            {starters !== undefined && starters.length > 0 && (
              <Button color="inherit" onClick={() => setChoosing(true)}>
                {t('kit.starter.title')}
              </Button>
            )}
            <GuardedButton
              permission={seeding}
              variant="contained"
              startIcon={<AddIcon />}
              onClick={() => setCreating(true)}
            >
              {t('settings.type.new')}
            </GuardedButton>
          </>
        }
      />
      <QuotaNotice warning={warning} link={Link} />
      <WorkUnderWay kinds={[jobKinds.changeContentOfTypes]} />
      {isError && !data ? (
        <ErrorState title={t('settings.type.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, flex: 'none' }}>
            <SearchField
              label={t('settings.type.search')}
              controls={listId}
              value={list.searchText}
              onChange={(searchText) => change({ searchText })}
            />
            <FilterMenu
              label={t('settings.type.kind')}
              multiple={false}
              options={kinds.map((kind) => ({ value: kind, label: t(`settings.type.kind.${kind}`) }))}
              selected={list.kind ? [list.kind] : []}
              onChange={([chosen]) => change({ kind: kinds.find((kind) => kind === chosen) })}
            />
          </Stack>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<ContentType>
              id={listId}
              label={t('settings.page.content-types')}
              columns={columns}
              rows={data && typesOf(data, list, i18n.language)}
              rowId={({ technicalName }) => technicalName}
              rowLabel={({ technicalName }) => technicalName}
              sorting={list.sorting}
              onSortingChange={(sorting) => change({ sorting })}
              onOpen={(type) => navigate(pathOf(type))}
              expectedRows={5}
              empty={empty}
            />
          </Paper>
        </>
      )}
      {isChoosing && <StarterTypes onClose={() => setChoosing(false)} />}
      {isCreating && (
        <NewTypeDialog
          onCreated={(technicalName) => navigate(pathOf({ technicalName }))}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

function useTypeColumns(): readonly Column<ContentType>[] {
  const { t, i18n } = useTranslation()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('settings.type.name'),
        sortField: 'name',
        cell: (type) => (
          <MuiLink
            component={Link}
            to={pathOf(type)}
            color="inherit"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {inLanguage(type.friendlyName, i18n.language, type.technicalName)}
          </MuiLink>
        ),
      },
      {
        id: 'technicalName',
        header: t('settings.type.technicalName'),
        sortField: 'technicalName',
        hideBelow: 'sm',
        width: '30%',
        cell: ({ technicalName }) => (
          <Typography variant="inherit" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {technicalName}
          </Typography>
        ),
      },
      {
        id: 'kind',
        header: t('settings.type.kind'),
        width: 130,
        cell: ({ kind }) => t(`settings.type.kind.${kind}`),
      },
      {
        id: 'fields',
        header: t('settings.type.fields'),
        sortField: 'fields',
        align: 'right',
        width: 100,
        cell: ({ fields }) => fields.length,
      },
    ],
    [t, i18n.language],
  )
}
