import ImageIcon from '@mui/icons-material/ImageOutlined'
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import type { Editor } from '@tiptap/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemSource } from '../frame/item-source.ts'
import { MediaIntake } from '../frame/media-intake.tsx'
import { ReferencePicker } from '../frame/reference-picker.tsx'
import type { Choice } from '../frame/reference-source.ts'
import { insertImage } from './commands.ts'

interface ImageDialogProps {
  readonly editor: Editor
  onClose(): void
}

const pictures = { mimeTypes: ['image/*'] }

/** A picture is a media item of the tenant: chosen, or uploaded to be one. */
export function ImageDialog({ editor, onClose }: ImageDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const source = useItemSource('media', pictures)
  const insert = (choice: Choice) => {
    onClose()
    insertImage(editor, choice.id, choice.name)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`} variant="h2">
        {t('fieldTypes.richText.image')}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <MediaIntake restrictions={pictures} onMade={insert}>
            <ReferencePicker
              control={{ id, labelId: '', describedBy: undefined, isInvalid: false, isReadOnly: false }}
              source={source}
              taken={[]}
              label={t('fieldTypes.media.find')}
              icon={<ImageIcon fontSize="small" />}
              onChoose={insert}
            />
          </MediaIntake>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('fieldTypes.richText.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
