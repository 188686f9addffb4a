import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CloseIcon from '@mui/icons-material/Close'
import { Button, IconButton, Stack, Typography, useMediaQuery, useTheme } from '@mui/material'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from './on-demand.tsx'

interface BulkBarProps {
  count: number
  /** Says how many are selected: "3 items selected". */
  label: string
  onClear: () => void
  /** The buttons for the actions on the selection. */
  children: ReactNode
}

/**
 * The toolbar for the selected rows. It replaces the list's toolbar at the same height, so that the rows do not move. On a
 * narrow screen it is one line, and its buttons open below it: in lines of their own they would cover the rows.
 */
export function BulkBar({ count, label, onClear, children }: BulkBarProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  if (count === 0) return null
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={label}
      useFlexGap
      sx={{
        alignItems: 'center',
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
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
      <Typography aria-live="polite" sx={{ flexGrow: { xs: 1, sm: 0 }, fontWeight: 600, lineHeight: 1.25, mr: 1 }}>
        {label}
      </Typography>
      {isNarrow ? <Steps>{children}</Steps> : children}
    </Stack>
  )
}

function Steps({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const closeAfterStep = ({ target }: MouseEvent) => {
    // A step that is not allowed says why, and the others are still to choose from.
    if (target instanceof Element && target.closest('button:not([aria-disabled])')) setAnchor(null)
  }
  return (
    <>
      <Button
        size="small"
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flex: 'none' }}
      >
        {t('ui.selection.steps')}
      </Button>
      {/* Kept while it is closed: a step that is under way belongs to its button. */}
      <Popover
        keepMounted
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('ui.selection.steps') } }}
      >
        <Stack
          onClick={closeAfterStep}
          sx={{ p: 1, minWidth: 200, '& .MuiButton-root': { justifyContent: 'flex-start', minHeight: 44 } }}
        >
          {children}
        </Stack>
      </Popover>
    </>
  )
}
