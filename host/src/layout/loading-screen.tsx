import { Box, Skeleton, Stack } from '@mui/material'
import { useTranslation } from 'react-i18next'

/** A skeleton of a list, shown while a section loads. */
export function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <Stack role="status" aria-label={t('shell.loading')} sx={{ gap: 2, flexGrow: 1, minHeight: 0, overflow: 'hidden' }}>
      <Skeleton width={220} height={40} sx={{ transform: 'none' }} variant="rounded" />
      <Skeleton height={40} sx={{ transform: 'none' }} variant="rounded" />
      <Box sx={{ flexGrow: 1 }}>
        {Array.from({ length: 12 }, (_, at) => (
          <Box key={at} sx={{ height: 44, display: 'flex', alignItems: 'center' }}>
            <Skeleton width={`${94 - ((at * 17) % 30)}%`} />
          </Box>
        ))}
      </Box>
    </Stack>
  )
}
