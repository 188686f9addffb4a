import { Box } from '@mui/material'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Narrow enough for a tick, wide enough for a long line. In pixels. */
const narrowest = 48
const widest = 960
const step = 16

const within = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

interface WidthHandleProps {
  readonly header: string
  /** As it was chosen; undefined while the column has the width that it begins with. */
  readonly width: number | undefined
  /** While the pointer still holds it; undefined: it goes back. */
  onMove(width: number | undefined): void
  /** Undefined: the width that the column begins with. */
  onChange(width: number | undefined): void
}

/**
 * The edge of a column: dragged, or moved by the left and right arrow keys (with Shift four times as far). A double click
 * and Enter give the column back the width that it began with.
 */
export function WidthHandle({ header, width, onMove, onChange }: WidthHandleProps) {
  const { t } = useTranslation()
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const [measured, setMeasured] = useState<number>()

  const widthNow = () => handle.current?.parentElement?.offsetWidth ?? 0
  /** 1 where the end of a line is at the right. */
  const direction = () =>
    handle.current && getComputedStyle(handle.current).direction === 'rtl' ? (-1 as const) : (1 as const)
  const dragged = (event: PointerEvent) =>
    drag.current && within(drag.current.width + (event.clientX - drag.current.x) * direction())

  const handleKeyDown = (event: KeyboardEvent) => {
    const far = event.shiftKey ? step * 4 : step
    if (event.key === 'ArrowLeft') onChange(within(widthNow() - far * direction()))
    else if (event.key === 'ArrowRight') onChange(within(widthNow() + far * direction()))
    else if (event.key === 'Enter') onChange(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (event: PointerEvent, isKept: boolean) => {
    const last = dragged(event)
    const began = drag.current
    drag.current = undefined
    if (began === undefined || last === undefined) return
    if (isKept && Math.abs(last - began.width) > 1) onChange(last)
    else onMove(undefined)
  }
  return (
    <Box
      ref={handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('ui.columns.width', { column: header })}
      aria-valuenow={width ?? measured ?? narrowest}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onFocus={() => setMeasured(widthNow())}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onChange(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width: widthNow() }
      }}
      onPointerMove={(event) => {
        const to = dragged(event)
        if (to !== undefined) onMove(to)
      }}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      sx={{
        display: { xs: 'none', sm: 'block' },
        position: 'absolute',
        insetBlock: 0,
        insetInlineEnd: 0,
        width: 9,
        cursor: 'col-resize',
        touchAction: 'none',
        userSelect: 'none',
        outlineOffset: -2,
        '&::after': {
          content: '""',
          position: 'absolute',
          insetBlock: 10,
          insetInlineEnd: 0,
          width: '1px',
          bgcolor: 'divider',
        },
        '&:hover::after, &:active::after, &:focus-visible::after': {
          insetBlock: 0,
          width: '2px',
          bgcolor: 'primary.main',
        },
      }}
    />
  )
}
