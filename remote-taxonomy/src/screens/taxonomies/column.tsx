import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { Box, IconButton, Stack, Typography } from '@mui/material'
import { twoLines } from '@pim/ui'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

interface ColumnFrameProps {
  title: string
  count?: number | undefined
  /** Left out on wide screens, where nothing covers anything. */
  onBack?: (() => void) | undefined
  actions?: ReactNode
  /** Undefined: it takes what the others leave. */
  width?: { md: number; lg: number } | undefined
  scrolls?: boolean
  children: ReactNode
}

/** One of the three columns; on a narrow screen the only one in sight, with a way back. */
export function ColumnFrame({ title, count, onBack, actions, width, scrolls, children }: ColumnFrameProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  return (
    <Stack
      component="section"
      aria-labelledby={titleId}
      sx={{
        width,
        flex: width ? 'none' : '1 1 0',
        minWidth: 0,
        minHeight: 0,
        '& + section': { borderLeft: 1, borderColor: 'divider' },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 2, minHeight: 52, flex: 'none' }}>
        {onBack && (
          <IconButton onClick={onBack} aria-label={t('taxonomy.back')} edge="start">
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        )}
        <Typography id={titleId} variant="h2" title={title} sx={twoLines}>
          {title}
        </Typography>
        {count !== undefined && (
          <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {new Intl.NumberFormat(i18n.language).format(count)}
          </Typography>
        )}
        <Box sx={{ flexGrow: 1 }} />
        {actions}
      </Stack>
      {scrolls ? (
        // The label of a field stands on its border, and is cut off where there is nothing above it.
        <Box sx={{ overflow: 'auto', minHeight: 0, flexGrow: 1, px: 2, pt: 1, pb: 2 }}>{children}</Box>
      ) : (
        children
      )}
    </Stack>
  )
}
