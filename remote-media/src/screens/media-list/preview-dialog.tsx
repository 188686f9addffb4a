import CloseIcon from '@mui/icons-material/Close'
import { Box, Dialog, IconButton, Stack, Typography } from '@mui/material'
import type { SearchContentDocument } from '@pim/contract'
import { usePictureLoader } from '@pim/shell'
import { Thumbnail } from '@pim/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from './file-picture.tsx'

interface PreviewDialogProps {
  row: SearchContentDocument
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** The whole picture. Space or Escape leaves, the arrows go on to the neighbours. */
export function PreviewDialog({ row, onStep, onClose }: PreviewDialogProps) {
  const { t } = useTranslation()
  const picture = usePictureLoader('large')
  const titleId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="lg"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === ' ') onClose()
        else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') onStep(1)
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') onStep(-1)
        else return
        event.preventDefault()
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1 }}>
        <Typography id={titleId} variant="h2" noWrap sx={{ flexGrow: 1 }}>
          {row.name}
        </Typography>
        <IconButton autoFocus onClick={onClose} aria-label={t('media.preview.close')}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Box sx={{ height: '75vh', p: 2, pt: 0 }}>
        <Thumbnail
          key={row.binaryId}
          load={picture(row)}
          alt={row.name}
          size="100%"
          fit="contain"
          fallback={(reason) => <FilePicture row={row} reason={reason} />}
        />
      </Box>
    </Dialog>
  )
}
