import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CloseIcon from '@mui/icons-material/Close'
import { Button, ButtonGroup, Popover, Typography } from '@mui/material'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface FilterChipProps {
  /** What is filtered by: "Status". */
  label: string
  /** What is wanted, read on from the label: "Published or Draft"; `undefined` while nothing is. */
  value: string | undefined
  /** Left out: something has to be chosen, so there is nothing to clear. */
  onClear?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  /** It was just asked for: opens at once. */
  startsOpen?: boolean | undefined
  /** What opens under the chip. */
  children: (close: () => void) => ReactNode
}

/** One clause of the sentence that a list's filters read as. */
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
  const isWanted = value !== undefined && onClear !== undefined
  return (
    <>
      <ButtonGroup size="small" variant="outlined" color={isWanted ? 'primary' : 'inherit'} sx={{ height: 32 }}>
        <Button
          id={id}
          ref={button}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => {
            setAnchor(event.currentTarget)
            onOpen?.()
          }}
          endIcon={isWanted ? undefined : <ArrowDropDownIcon />}
          sx={{
            fontWeight: 500,
            color: isWanted ? 'primary.main' : 'text.primary',
            borderColor: 'divider',
            maxWidth: 320,
          }}
        >
          {label}
          {value && (
            <Typography component="span" variant="body2" noWrap sx={{ fontWeight: 600, ml: 0.75 }}>
              {value}
            </Typography>
          )}
        </Button>
        {isWanted && (
          <Button
            aria-label={t('ui.filter.clear', { label })}
            onClick={onClear}
            sx={{ px: 0.5, minWidth: '28px !important', borderColor: 'divider' }}
          >
            <CloseIcon fontSize="inherit" />
          </Button>
        )}
      </ButtonGroup>
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
