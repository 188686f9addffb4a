import CloseIcon from '@mui/icons-material/Close'
import { Box, Drawer, IconButton, Stack, Typography, useMediaQuery, useTheme } from '@mui/material'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelHold } from './panel-hold.ts'

interface SidePanelProps {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Stays visible at the bottom while the content scrolls. */
  footer?: ReactNode
  width?: number
}

/** A panel of details beside a list. Below 900 px it becomes a sheet at the bottom of the screen. */
export function SidePanel({ open, title, onClose, children, footer, width = 380 }: SidePanelProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const isNarrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const [isSheet, setSheet] = useState(isNarrow)
  const [holders, setHolders] = useState(0)
  const hold = useCallback(() => {
    setHolders((count) => count + 1)
    return () => setHolders((count) => count - 1)
  }, [])
  if (isSheet !== isNarrow && holders === 0) setSheet(isNarrow)
  const titleId = useId()
  const content = (
    <PanelHold value={hold}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, minHeight: 56, gap: 1, flex: 'none' }}>
        <Typography id={titleId} variant="h2" noWrap sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        <IconButton onClick={onClose} aria-label={t('ui.panel.close', { title })} edge="end">
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Box sx={{ px: 2, pb: 2, overflow: 'auto', flexGrow: 1, minHeight: 0 }}>{children}</Box>
      {footer && <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider', flex: 'none' }}>{footer}</Box>}
    </PanelHold>
  )
  if (isSheet) {
    return (
      <Drawer
        anchor="bottom"
        open={open}
        onClose={onClose}
        slotProps={{
          paper: {
            'aria-labelledby': titleId,
            role: 'dialog',
            'aria-modal': true,
            sx: { maxHeight: '88dvh', borderRadius: '16px 16px 0 0' },
          },
        }}
      >
        {content}
      </Drawer>
    )
  }
  if (!open) return null
  return (
    <Stack
      component="aside"
      aria-labelledby={titleId}
      sx={{ width, flex: 'none', minHeight: 0, borderLeft: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {content}
    </Stack>
  )
}
