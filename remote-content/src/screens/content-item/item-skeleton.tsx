import { Box, Skeleton, Stack } from '@mui/material'
import { usePreference } from '@pim/shell'
import { useTranslation } from 'react-i18next'

/** The editor's shape while its code, and then the item, is on the way: header, tabs, groups, fields, panel. */
export function ItemSkeleton() {
  const { t } = useTranslation()
  const [isPanelOpen] = usePreference('content.item.panel', true)
  return (
    <Stack
      aria-busy
      role="status"
      aria-label={t('content.item.loading')}
      sx={{ height: '100%', minHeight: 0, overflow: 'hidden' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 48, mb: 1, pl: { xs: 0, sm: 4 } }}>
        <Skeleton width={240} height={28} />
        <Box sx={{ flexGrow: 1 }} />
        <Skeleton variant="rounded" width={128} height={36} />
      </Stack>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 5, height: 48, flex: 'none' }}>
        {[96, 88, 96, 88].map((width, at) => (
          <Skeleton key={`${at}-${width}`} width={width} sx={{ flex: 'none' }} />
        ))}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexGrow: 1, minHeight: 0 }}>
        <Stack sx={{ width: 180, flex: 'none', py: 2, px: 1.5, gap: 1.5, display: { xs: 'none', lg: 'flex' } }}>
          {[60, 110, 90, 96, 70, 104].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Stack>
        <Stack sx={{ flexGrow: 1, minWidth: 0, maxWidth: 760, py: 2, gap: 3 }}>
          {[72, 110, 64, 88, 120, 80].map((width) => (
            <Box key={width}>
              <Skeleton width={width} />
              <Skeleton variant="rounded" height={40} sx={{ my: 0.5 }} />
              <Skeleton width="55%" height={16} />
            </Box>
          ))}
        </Stack>
        <Box sx={{ flexGrow: 1 }} />
        {isPanelOpen && (
          <Stack
            sx={{
              width: 340,
              flex: 'none',
              display: { xs: 'none', md: 'flex' },
              p: 2,
              gap: 2,
              borderLeft: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
            }}
          >
            <Skeleton width={80} height={24} />
            {[120, 90, 160].map((height) => (
              <Skeleton key={height} variant="rounded" height={height} />
            ))}
          </Stack>
        )}
      </Stack>
    </Stack>
  )
}
