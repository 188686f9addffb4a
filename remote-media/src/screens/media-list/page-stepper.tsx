import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { IconButton, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'

interface PageStepperProps {
  page: number
  pageCount: number
  onTurn: (step: 1 | -1) => void
}

/** Which page of a document is shown, and the ways to its neighbours. */
export function PageStepper({ page, pageCount, onTurn }: PageStepperProps) {
  const { t } = useTranslation()
  // A button at the end of its way stays one that can have the focus: it would be lost at the last page.
  const turn = (step: 1 | -1) =>
    page + step < 1 || page + step > pageCount
      ? { 'aria-disabled': true, sx: { opacity: 0.4 } }
      : { onClick: () => onTurn(step) }
  return (
    <Stack direction="row" sx={{ justifyContent: 'center', alignItems: 'center', gap: 1, pb: 1.5 }}>
      <IconButton size="small" aria-label={t('media.preview.previousPage')} {...turn(-1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <Typography role="status" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('media.preview.page', { page, pageCount })}
      </Typography>
      <IconButton size="small" aria-label={t('media.preview.nextPage')} {...turn(1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </Stack>
  )
}
