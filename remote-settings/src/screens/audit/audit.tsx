import { Box, Button, Paper, Stack, TextField } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { changeList, useHeaderTotal, useLastPage } from '@pim/content-kit'
import type { AuditEntry } from '@pim/contract'
import { useAccount } from '@pim/shell'
import { DataTable, EmptyState, ErrorState, FilterChip, FilterMenu, PageHeader, Pagination } from '@pim/ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Readable } from '../../parts/readable.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import {
  type AuditList,
  auditQueryOf,
  entityKinds,
  hasFilters,
  noFilters,
  readAuditList,
  writeAuditList,
} from './audit-list.ts'
import { ErasePersonDialog } from './erase-person-dialog.tsx'

export function Audit() {
  const { t } = useTranslation()
  return (
    <Readable reads="audit.getAuditEntries" title={t('settings.page.audit')}>
      <Trail />
    </Readable>
  )
}

function Trail() {
  const headerTotal = useHeaderTotal()
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readAuditList(address), [address])
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(
    'audit.getAuditEntries',
    { query: auditQueryOf(list) },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const go = (next: AuditList, replace = false) => setAddress(writeAuditList(next), { replace })
  useLastPage(isPlaceholderData ? undefined : data?.paging, (pageNumber) => go({ ...list, pageNumber }, true))
  const change = (part: Partial<AuditList>) => go(changeList(list, part))
  const { mayOpenTenants } = useAccount()
  const [erased, setErased] = useState<string>()
  const columns = useAuditColumns(change, mayOpenTenants ? setErased : undefined)
  return (
    <>
      <PageHeader title={t('settings.page.audit')} {...headerTotal(data?.paging)} />
      {isError && !data ? (
        <ErrorState title={t('settings.audit.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Filters list={list} onChange={change} />
          <Paper
            variant="outlined"
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
          >
            <DataTable<AuditEntry>
              label={t('settings.page.audit')}
              columns={columns}
              rows={data?.items}
              rowId={({ auditEntryId }) => auditEntryId}
              rowLabel={({ action }) => action}
              expectedRows={list.pageSize}
              isStale={isPlaceholderData}
              empty={
                hasFilters(list) ? (
                  <EmptyState
                    title={t('settings.list.nothingFits')}
                    action={<Button onClick={() => change(noFilters)}>{t('settings.list.clearFilters')}</Button>}
                  />
                ) : (
                  <EmptyState title={t('settings.audit.empty')} description={t('settings.audit.emptyHint')} />
                )
              }
            />
            <Pagination
              pageNumber={list.pageNumber}
              pageSize={list.pageSize}
              totalCount={data?.paging.totalCount}
              totalIsCapped={data?.paging.totalIsCapped}
              onChange={(paging) => go({ ...list, ...paging })}
            />
          </Paper>
        </>
      )}
      {erased && <ErasePersonDialog userId={erased} onClose={() => setErased(undefined)} />}
    </>
  )
}

interface FiltersProps {
  list: AuditList
  onChange: (part: Partial<AuditList>) => void
}

function Filters({ list, onChange }: FiltersProps) {
  const { t, i18n } = useTranslation()
  const { userId, firstName, lastName } = useAccount()
  const { data: chosen } = useApiQuery(
    'userProfile.getUserProfile',
    { query: { userId: list.userId ?? '' } },
    { enabled: list.userId !== undefined, failureGoesTo: 'screen', staleTime: 600_000, retry: false },
  )
  const nameOf = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim()
  const people = [
    { value: userId, label: t('settings.audit.me', { name: nameOf({ firstName, lastName }) }) },
    ...(list.userId && list.userId !== userId
      ? [
          {
            value: list.userId,
            label: chosen?.isErased ? t('settings.audit.erasedPerson') : chosen ? nameOf(chosen) : list.userId,
          },
        ]
      : []),
  ]
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const said = (date: string) => (date ? day.format(new Date(`${date}T00:00:00`)) : '…')
  const isDated = Boolean(list.from || list.to)
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, flex: 'none' }}>
      <FilterMenu
        label={t('settings.audit.what')}
        multiple={false}
        options={entityKinds.map((kind) => ({ value: kind, label: t(`settings.audit.kind.${kind}`) }))}
        selected={list.entityKind ? [list.entityKind] : []}
        onChange={([entityKind]) => onChange({ entityKind, entityId: undefined })}
      />
      <FilterMenu
        label={t('settings.audit.who')}
        multiple={false}
        options={people}
        selected={list.userId ? [list.userId] : []}
        onChange={([person]) => onChange({ userId: person })}
      />
      <FilterChip
        label={t('settings.audit.when')}
        value={isDated ? `${said(list.from)} – ${said(list.to)}` : undefined}
        onClear={isDated ? () => onChange({ from: '', to: '' }) : undefined}
      >
        {() => (
          <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
            {(['from', 'to'] as const).map((name) => (
              <TextField
                key={name}
                type="date"
                label={t(`settings.audit.${name}`)}
                value={list[name]}
                onChange={(event) => onChange({ [name]: event.target.value })}
                slotProps={{ inputLabel: { shrink: true } }}
              />
            ))}
          </Box>
        )}
      </FilterChip>
      {list.entityId && (
        <FilterChip
          label={t('settings.audit.subject')}
          value={list.entityId}
          onClear={() => onChange({ entityId: undefined })}
        >
          {() => <Box sx={{ p: 2, overflowWrap: 'anywhere' }}>{list.entityId}</Box>}
        </FilterChip>
      )}
      {hasFilters(list) && (
        <Button size="small" onClick={() => onChange(noFilters)}>
          {t('settings.list.clearFilters')}
        </Button>
      )}
    </Stack>
  )
}
