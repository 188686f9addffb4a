import AddIcon from '@mui/icons-material/Add'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { Button, Paper, Typography } from '@mui/material'
import type { DeployKey, NewDeployKey } from '@pim/contract'
import { DataTable, EmptyState, ErrorState, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ForOperators } from '../../parts/for-operators.tsx'
import { ShownKeyDialog } from '../../parts/shown-key-dialog.tsx'
import { useDeployKeyColumns } from './deploy-key-columns.tsx'
import { useDeployKeys } from './deploy-keys.api.ts'
import { NewDeployKeyDialog } from './new-deploy-key-dialog.tsx'
import { RevokeDeployKeyDialog } from './revoke-deploy-key-dialog.tsx'

/** The keys that teams deploy their sections by, for those who run the installation. */
export function DeployKeys() {
  const { t } = useTranslation()
  return (
    <ForOperators title={t('settings.page.deploy-keys')}>
      <KeyTable />
    </ForOperators>
  )
}

function KeyTable() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useDeployKeys()
  const [isCreating, setCreating] = useState(false)
  // In component state only, so that closing the dialog forgets the secret.
  const [newKey, setNewKey] = useState<NewDeployKey>()
  const [revoked, setRevoked] = useState<DeployKey>()
  const columns = useDeployKeyColumns(setRevoked)
  const newKeyButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t('settings.deployKey.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('settings.page.deploy-keys')} count={data?.length} actions={newKeyButton} />
      {isError && !data ? (
        <ErrorState title={t('settings.deployKey.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720, flex: 'none' }}>
            {t('settings.deployKey.about')}
          </Typography>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<DeployKey>
              label={t('settings.page.deploy-keys')}
              columns={columns}
              rows={data}
              rowId={({ deployKeyId }) => deployKeyId}
              rowLabel={({ name }) => name}
              expectedRows={4}
              empty={<EmptyState icon={<KeyIcon />} title={t('settings.deployKey.empty')} action={newKeyButton} />}
            />
          </Paper>
        </>
      )}
      {isCreating && (
        <NewDeployKeyDialog
          onCreated={(made) => {
            setCreating(false)
            setNewKey(made)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {revoked && <RevokeDeployKeyDialog deployKey={revoked} onClose={() => setRevoked(undefined)} />}
      {newKey && (
        <ShownKeyDialog
          name={newKey.name}
          secret={newKey.key}
          warning={t('settings.deployKey.shownWarning')}
          howToUse={t('settings.deployKey.howToUse')}
          onClose={() => setNewKey(undefined)}
        />
      )}
    </>
  )
}
