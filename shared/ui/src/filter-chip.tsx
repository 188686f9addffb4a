import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, Typography } from '@mui/material'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from './on-demand.tsx'
import { onPaper } from './theme/on-paper.ts'

interface FilterChipProps {
  /** The name of the filter: "Status". */
  label: string
  /** The chosen values in words: "Published or Draft"; `undefined` while none is chosen. */
  value: string | undefined
  /** Left out where a value is required, so that there is nothing to clear. */
  onClear?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  /** Opens the popover on mount: for a filter that the user has just added. */
  startsOpen?: boolean | undefined
  /** The content of the popover. */
  children: (close: () => void) => ReactNode
}

/** One filter of a list: a button with its name and value that opens a popover, and a button that clears it. */
export function FilterChip(props: FilterChipProps) {
  const { label, value, onClear, onOpen, onClose, startsOpen = false, children } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (startsOpen) setAnchor(button.current)
  }, [startsOpen])
  const close = () => {
    setAnchor(null)
    onClose?.()
  }
  const hasValue = value !== undefined && onClear !== undefined
  const look = { size: 'small', variant: 'outlined', color: hasValue ? 'primary' : 'inherit' } as const
  return (
    <>
      <Box sx={{ display: 'inline-flex', height: 32 }}>
        <Button
          {...look}
          id={id}
          ref={button}
          {...(value !== undefined && { className: onPaper })}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => {
            setAnchor(event.currentTarget)
            onOpen?.()
          }}
          endIcon={hasValue ? undefined : <ArrowDropDownIcon />}
          sx={{
            fontWeight: 500,
            color: hasValue ? 'primary.main' : 'text.primary',
            borderColor: 'divider',
            maxWidth: 320,
            ...(hasValue && { borderStartEndRadius: 0, borderEndEndRadius: 0 }),
          }}
        >
          {label}
          {value && (
            <Typography component="span" variant="body2" noWrap sx={{ fontWeight: 600, ml: 0.75 }}>
              {value}
            </Typography>
          )}
        </Button>
        {hasValue && (
          <Button
            {...look}
            aria-label={t('ui.filter.clear', { label })}
            onClick={onClear}
            // Over the border of the first, so that there is one line between both.
            sx={{
              px: 0.5,
              minWidth: 28,
              ml: '-1px',
              borderColor: 'divider',
              borderStartStartRadius: 0,
              borderEndStartRadius: 0,
            }}
          >
            <CloseIcon fontSize="inherit" />
          </Button>
        )}
      </Box>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, minWidth: 220, maxWidth: 360 } } }}
      >
        {children(close)}
      </Popover>
    </>
  )
}
