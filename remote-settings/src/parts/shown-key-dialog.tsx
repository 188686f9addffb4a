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
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ShownKeyDialogProps {
  name: string
  secret: string
  warning: string
  howToUse: string
  onClose: () => void
}

/**
 * Shows the secret of a new key, which the server keeps only as a hash and never shows again. Closes by its button alone:
 * neither Escape nor a click outside closes it, because the secret would be lost.
 */
export function ShownKeyDialog({ name, secret, warning, howToUse, onClose }: ShownKeyDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [copied, setCopied] = useState<'yes' | 'failed'>()
  const copy = () => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  }
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.key.shownTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Alert severity="warning">{warning}</Alert>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1 }}>
            <TextField
              label={t('settings.key.key')}
              value={secret}
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
            {copied === 'failed' ? t('settings.key.copyFailed') : howToUse}
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
