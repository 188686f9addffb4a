import CloseIcon from '@mui/icons-material/Close'
import { Box, Dialog, IconButton, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { usePictureLoader } from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import { Thumbnail } from '@pim/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Download } from './download.tsx'
import { FilePicture } from './file-picture.tsx'
import { PageStepper } from './page-stepper.tsx'

interface PreviewDialogProps {
  row: SearchContentDocument
  /** The one of the address: a document may have fewer. */
  page: number
  /** One page on or back, in a document of so many. */
  onTurn: (step: 1 | -1, pageCount: number) => void
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/**
 * The whole picture. Space or Escape leaves, the arrows go on to the neighbours; Page Up and Page Down turn the pages of a
 * document.
 */
export function PreviewDialog({ row, page: asked, onTurn, onStep, onClose }: PreviewDialogProps) {
  const { t } = useTranslation()
  const picture = usePictureLoader('large')
  const titleId = useId()
  const { data: file } = useApiQuery(
    'binary.getBinary',
    { params: { binaryId: row.binaryId ?? '' } },
    { enabled: row.binaryId !== undefined, failureGoesTo: 'screen' },
  )
  const pageCount = file?.pageCount ?? 1
  const page = Math.min(asked, pageCount)
  const turn = (step: 1 | -1) => onTurn(step, pageCount)
  // Which page there is to show is known with the file.
  const isKnown = asked === 1 || file !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="lg"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Space on a button presses it.
        if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button')) return
        if (event.key === ' ') onClose()
        else if (event.key === 'PageDown') turn(1)
        else if (event.key === 'PageUp') turn(-1)
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
        {row.binaryId && <Download binaryId={row.binaryId} fileName={row.itemName ?? row.name} />}
        <IconButton autoFocus onClick={onClose} aria-label={t('media.preview.close')}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Box sx={{ height: '75vh', p: 2, pt: 0 }}>
        <Thumbnail
          key={`${row.binaryId} ${page}`}
          load={isKnown ? picture({ ...row, page }) : undefined}
          alt={pageCount > 1 ? t('media.preview.alt', { name: row.name, page, pageCount }) : row.name}
          size="100%"
          fit="contain"
          fallback={(reason) => <FilePicture row={row} reason={reason} />}
        />
      </Box>
      {pageCount > 1 && <PageStepper page={page} pageCount={pageCount} onTurn={turn} />}
    </Dialog>
  )
}
