import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { IconButton, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'

interface PageStepperProps {
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** Which page of a document is shown, and the ways to its neighbours. */
export function PageStepper({ page, pageCount, onChange }: PageStepperProps) {
  const { t } = useTranslation()
  // A button at the end of its way stays one that can have the focus: it would be lost at the last page.
  const step = (to: number) =>
    to < 1 || to > pageCount ? { 'aria-disabled': true, sx: { opacity: 0.4 } } : { onClick: () => onChange(to) }
  return (
    <Stack direction="row" sx={{ justifyContent: 'center', alignItems: 'center', gap: 1, pb: 1.5 }}>
      <IconButton size="small" aria-label={t('media.preview.previousPage')} {...step(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <Typography role="status" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('media.preview.page', { page, pageCount })}
      </Typography>
      <IconButton size="small" aria-label={t('media.preview.nextPage')} {...step(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </Stack>
  )
}
