import CloseIcon from '@mui/icons-material/Close'
import { IconButton, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface BulkBarProps {
  count: number
  /** What is selected, with its number: "3 items selected". */
  label: string
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** Takes the toolbar's place, at the same height, while rows are selected. */
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
