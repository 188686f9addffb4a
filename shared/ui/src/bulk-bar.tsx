import CloseIcon from '@mui/icons-material/Close'
import { IconButton, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface BulkBarProps {
  count: number
  /** Says how many are selected: "3 items selected". */
  label: string
  onClear: () => void
  /** The buttons for the actions on the selection. */
  children: ReactNode
}

/**
 * The toolbar for the selected rows. It replaces the list's toolbar at the same height, so that the rows do not move.
 */
export function BulkBar({ count, label, onClear, children }: BulkBarProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={label}
      useFlexGap
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        minHeight: 48,
        px: 1,
        borderRadius: 1,
        bgcolor: 'primary.light',
        color: 'text.primary',
      }}
    >
      <IconButton size="small" onClick={onClear} aria-label={t('ui.selection.clear')}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography aria-live="polite" sx={{ fontWeight: 600, mr: 1 }}>
        {label}
      </Typography>
      {children}
    </Stack>
  )
}
