import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { NewApiKey } from '@pim/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Shows the secret of a new key, which the server keeps only as a hash and never shows again. Closes by its button alone:
 * neither Escape nor a click outside closes it, because the secret would be lost.
 */
export function NewKeyDialog({ newKey, onClose }: { newKey: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [copied, setCopied] = useState<'yes' | 'failed'>()
  const howToUse = newKey.kind === 'import' ? 'settings.key.howToImport' : 'settings.key.howToUse'
  const copy = () => {
    navigator.clipboard.writeText(newKey.key).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  }
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.key.shownTitle', { name: newKey.name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Alert severity="warning">{t('settings.key.shownWarning')}</Alert>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1 }}>
            <TextField
              label={t('settings.key.key')}
              value={newKey.key}
              onFocus={(event) => event.target.select()}
              slotProps={{
                htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' },
                input: { sx: { fontFamily: 'monospace' } },
              }}
            />
            <Button
              autoFocus
              variant="outlined"
              startIcon={<ContentCopyIcon />}
              onClick={copy}
              sx={{ flex: 'none', minWidth: 120 }}
            >
              {t(copied === 'yes' ? 'settings.key.copied' : 'settings.key.copy')}
            </Button>
          </Stack>
          <Typography variant="body2" color="textSecondary" role="status">
            {t(copied === 'failed' ? 'settings.key.copyFailed' : howToUse)}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('settings.key.stored')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
