import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useFeedback } from '@pim/shell'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { inputOf, type TypeDraft } from './type-draft.ts'

/** The type as programs send it, to be read and copied; it is changed on the screen. */
export function JsonDialog({ draft, onClose }: { draft: TypeDraft; onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const titleId = useId()
  const json = JSON.stringify(inputOf(draft), null, 2)
  const copy = () =>
    navigator.clipboard.writeText(json).then(
      () => feedback.success(t('settings.type.copied')),
      () => feedback.error(t('settings.type.copyFailed')),
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.type.json')}
      </DialogTitle>
      <DialogContent>
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-labelledby={titleId}
          dir="ltr"
          sx={{ m: 0, p: 2, fontSize: 12, overflow: 'auto', maxHeight: '60dvh', bgcolor: 'background.default' }}
        >
          {json}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('settings.type.closeJson')}</Button>
        <Button variant="contained" onClick={() => void copy()}>
          {t('settings.type.copyJson')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
