import AddIcon from '@mui/icons-material/Add'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { Button, Paper, Stack } from '@mui/material'
import { changeList, useQuotaWarning } from '@pim/content-kit'
import type { ApiKey, NewApiKey } from '@pim/contract'
import { useCommands, usePermission } from '@pim/shell'
import {
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
import { Link, useSearchParams } from 'react-router'
import { keyStates } from '../../parts/key-state.ts'
import { Readable } from '../../parts/readable.tsx'
import { ShownKeyDialog } from '../../parts/shown-key-dialog.tsx'
import { useApiKeyColumns } from './api-key-columns.tsx'
import { useApiKeys } from './api-keys.api.ts'
import type { KeyAction } from './key-action.ts'
import { ChangeKeyDialog, CreateKeyDialog } from './key-dialog.tsx'
import { type KeyList, keysOf, readKeyList, writeKeyList } from './key-list.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'

export function ApiKeys() {
  const { t } = useTranslation()
  return (
    <Readable reads="apiKeys.getApiKeys" title={t('settings.page.api-keys')}>
      <KeyTable />
    </Readable>
  )
}

function KeyTable() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readKeyList(address), [address])
  const { data, isError, refetch } = useApiKeys()
  const creating = usePermission('apiKeys.createApiKey')
  const warning = useQuotaWarning(['apiKeys', 'deliveryCallsPerDay'])
  const listId = useId()
  const [isCreating, setCreating] = useState(false)
  const [action, setAction] = useState<KeyAction>()
  // Holds the secret in component state only, so that closing the dialog forgets it: never in the address, in storage or
  // in the query cache.
  const [newKey, setNewKey] = useState<NewApiKey>()
  const columns = useApiKeyColumns(setAction)
  const rows = data && keysOf(data, list, Date.now())
  const change = (part: Partial<KeyList>) => setAddress(writeKeyList(changeList(list, part)), { replace: true })
  const close = () => setAction(undefined)
  /** The key as the list has it now: it may have been read again since the question about it was opened. */
  const currentOf = (key: ApiKey) => data?.find(({ apiKeyId }) => apiKeyId === key.apiKeyId) ?? key
  const show = (key: NewApiKey) => {
    setCreating(false)
    close()
    setNewKey(key)
  }
  useCommands(creating.may ? [{ id: 'settings.key', label: t('settings.key.new'), run: () => setCreating(true) }] : [])

  const newKeyButton = (
    <GuardedButton permission={creating} variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t('settings.key.new')}
    </GuardedButton>
  )
  const empty =
    data?.length === 0 ? (
      <EmptyState
        icon={<KeyIcon />}
        title={t('settings.key.empty')}
        description={t('settings.key.emptyHint')}
        action={newKeyButton}
      />
    ) : (
      <EmptyState
        title={t('settings.list.nothingFits')}
        action={
          <Button onClick={() => change({ states: [], searchText: '' })}>{t('settings.list.clearFilters')}</Button>
        }
      />
    )
  return (
    <>
      <PageHeader title={t('settings.page.api-keys')} count={data?.length} actions={newKeyButton} />
      <QuotaNotice warning={warning} link={Link} />
      {isError && !data ? (
        <ErrorState title={t('settings.key.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, flex: 'none' }}>
            <SearchField
              label={t('settings.key.search')}
              controls={listId}
              value={list.searchText}
              onChange={(searchText) => change({ searchText })}
            />
            <FilterMenu
              label={t('settings.key.state')}
              options={keyStates.map((state) => ({ value: state, label: t(`settings.key.state.${state}`) }))}
              selected={list.states}
              onChange={(chosen) => change({ states: keyStates.filter((state) => chosen.includes(state)) })}
            />
          </Stack>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<ApiKey>
              id={listId}
              label={t('settings.page.api-keys')}
              columns={columns}
              rows={rows}
              rowId={({ apiKeyId }) => apiKeyId}
              rowLabel={({ name }) => name}
              sorting={list.sorting}
              onSortingChange={(sorting) => change({ sorting })}
              expectedRows={4}
              empty={empty}
            />
          </Paper>
        </>
      )}
      {isCreating && <CreateKeyDialog onCreated={show} onClose={() => setCreating(false)} />}
      {action?.kind === 'change' && <ChangeKeyDialog apiKey={action.key} onClose={close} />}
      {action?.kind === 'rotate' && <RotateDialog apiKey={action.key} onCreated={show} onClose={close} />}
      {action?.kind === 'revoke' && <RevokeDialog apiKey={currentOf(action.key)} onClose={close} />}
      {newKey && (
        <ShownKeyDialog
          name={newKey.name}
          secret={newKey.key}
          warning={t('settings.key.shownWarning')}
          howToUse={t(newKey.kind === 'import' ? 'settings.key.howToImport' : 'settings.key.howToUse')}
          onClose={() => setNewKey(undefined)}
        />
      )}
    </>
  )
}
