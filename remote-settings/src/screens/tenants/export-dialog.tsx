import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useApi } from '@pim/api-client/react'
import { saveFile } from '@pim/content-kit'
import type { OperatedTenant } from '@pim/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Limit of a download, in bytes, because a browser holds it in memory; above it the dialog names the task. */
const maxBytesHere = 500_000_000

/** Downloads all that a tenant owns, or says how to have it written where it is much. */
export function ExportDialog({ tenant, onClose }: { tenant: OperatedTenant; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const titleId = useId()
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'done'>('idle')
  const { externalId, friendlyName: name, quotas } = tenant
  const bytes = quotas.find(({ quota }) => quota === 'storageBytes')?.used ?? 0
  const isHere = bytes <= maxBytesHere
  const download = async () => {
    setState('busy')
    try {
      const blob = await api.installation.exportTenant({ params: { externalId } }, { timeout: 0 })
      saveFile(blob, `${externalId}.tar`)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.tenant.exportTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {state === 'failed' && <Alert severity="error">{t('settings.tenant.exportFailed')}</Alert>}
          {state === 'done' && <Alert severity="success">{t('settings.tenant.exportDone')}</Alert>}
          <span>{t('settings.tenant.exportText')}</span>
          <span>{t(isHere ? 'settings.tenant.exportTask' : 'settings.tenant.exportLarge')}</span>
          <Box
            component="pre"
            // A region that scrolls is reached by the keyboard, too.
            tabIndex={0}
            sx={{ m: 0, p: 1.5, borderRadius: 1, bgcolor: 'action.hover', fontSize: 13, overflowX: 'auto' }}
          >
            {`npm run task export -- --tenant ${externalId} --to ${externalId}.tar`}
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('settings.tenant.close')}</Button>
        {isHere && (
          <Button variant="contained" loading={state === 'busy'} onClick={() => void download()}>
            {t('settings.tenant.exportNow')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
