import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Paper, Stack } from '@mui/material'
import { readListAddress, useLastPage, writeListAddress } from '@pim/content-kit'
import type { LeavingTenant, OperatedTenant } from '@pim/contract'
import { DataTable, EmptyState, ErrorState, PageHeader, Pagination, RelativeTime, SearchField } from '@pim/ui'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ForOperators } from '../../parts/for-operators.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { OpenTenantDialog } from './open-tenant-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { QuotasDialog } from './quotas-dialog.tsx'
import { RemoveTenantDialog } from './remove-tenant-dialog.tsx'
import type { TenantAction } from './tenant-action.ts'
import { useTenantColumns } from './tenant-columns.tsx'
import { pageSizes, useTenants } from './tenants.api.ts'

/** The tenants of the installation, for those who run it. */
export function Tenants() {
  const { t } = useTranslation()
  return (
    <ForOperators title={t('settings.page.tenants')}>
      <TenantTable />
    </ForOperators>
  )
}

function TenantTable() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => {
    const read = readListAddress(address, [])
    return { ...read, pageSize: Math.min(read.pageSize, Math.max(...pageSizes)) }
  }, [address])
  const { data, isError, isPlaceholderData, refetch } = useTenants(list)
  const [isOpening, setOpening] = useState(false)
  const [action, setAction] = useState<TenantAction>()
  const columns = useTenantColumns(setAction)
  const listId = useId()
  const close = () => setAction(undefined)
  const change = (part: Partial<typeof list>) => {
    const next = new URLSearchParams()
    writeListAddress(next, { ...list, ...part })
    setAddress(next, { replace: true })
  }
  useLastPage(isPlaceholderData ? undefined : data?.paging, (pageNumber) => change({ pageNumber }))
  const openButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpening(true)}>
      {t('settings.tenant.open')}
    </Button>
  )
  const empty =
    list.searchText === '' ? (
      <EmptyState title={t('settings.tenant.empty')} description={t('settings.tenant.emptyHint')} action={openButton} />
    ) : (
      <EmptyState
        title={t('settings.list.nothingFits')}
        action={
          <Button onClick={() => change({ searchText: '', pageNumber: 1 })}>{t('settings.list.clearFilters')}</Button>
        }
      />
    )
  return (
    <>
      <PageHeader title={t('settings.page.tenants')} count={data?.paging.totalCount} actions={openButton} />
      {isError && !data ? (
        <ErrorState title={t('settings.tenant.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          {data?.beingErased.map((leaving) => (
            <Leaving key={leaving.externalId} tenant={leaving} onLookAgain={() => void refetch()} />
          ))}
          <Stack direction="row" sx={{ mb: 1.5, flex: 'none' }}>
            <SearchField
              label={t('settings.tenant.search')}
              controls={listId}
              value={list.searchText}
              onChange={(searchText) => change({ searchText, pageNumber: 1 })}
            />
          </Stack>
          <Paper
            variant="outlined"
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
          >
            <DataTable<OperatedTenant>
              id={listId}
              label={t('settings.page.tenants')}
              columns={columns}
              rows={data?.items}
              rowId={({ externalId }) => externalId}
              rowLabel={({ friendlyName }) => friendlyName}
              expectedRows={4}
              isStale={isPlaceholderData}
              empty={empty}
            />
            <Pagination
              pageNumber={list.pageNumber}
              pageSize={list.pageSize}
              pageSizes={pageSizes}
              totalCount={data?.paging.totalCount}
              onChange={change}
            />
          </Paper>
        </>
      )}
      {isOpening && <OpenTenantDialog onClose={() => setOpening(false)} />}
      {(action?.kind === 'pause' || action?.kind === 'resume') && (
        <PauseDialog kind={action.kind} tenant={action.tenant} onClose={close} />
      )}
      {action?.kind === 'quotas' && <QuotasDialog tenant={action.tenant} onClose={close} />}
      {action?.kind === 'members' && <MembersDialog tenant={action.tenant} onClose={close} />}
      {action?.kind === 'export' && <ExportDialog tenant={action.tenant} onClose={close} />}
      {action?.kind === 'remove' && <RemoveTenantDialog tenant={action.tenant} onClose={close} />}
    </>
  )
}

function Leaving({ tenant, onLookAgain }: { tenant: LeavingTenant; onLookAgain: () => void }) {
  const { t } = useTranslation()
  const count = Object.values(tenant.removed).reduce((sum, each) => sum + each, 0)
  return (
    <Alert
      severity="info"
      sx={{ mb: 1.5, flex: 'none' }}
      action={
        <Button color="inherit" size="small" onClick={onLookAgain}>
          {t('settings.tenant.lookAgain')}
        </Button>
      }
    >
      {t('settings.tenant.beingErased', { externalId: tenant.externalId, count })}{' '}
      <RelativeTime time={tenant.begunAt} />
    </Alert>
  )
}
