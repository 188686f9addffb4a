import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import { Box, IconButton, Tooltip } from '@mui/material'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

export const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.toSpliced(from, 1)
  const item = items[from]
  return item === undefined ? [...items] : rest.toSpliced(to, 0, item)
}

export interface OrderedList {
  readonly root: RefObject<HTMLDivElement | null>
  /** Said aloud after a change that only eyes would notice. */
  readonly said: string
  move(from: number, to: number, name: string): void
  remove(index: number, name: string): void
}

/** Changing the order moves elements about in the page, and the focus would be lost on the way: it is put back. */
export function useOrderedList<Item>(items: readonly Item[], onChange: (items: Item[]) => void): OrderedList {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<readonly string[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (wanted.current.length === 0) return
    const targets = wanted.current.map((selector) => root.current?.querySelector<HTMLElement>(selector))
    wanted.current = []
    ;(targets.find((target) => target) ?? root.current)?.focus()
  })
  return {
    root,
    said,
    move(from, to, name) {
      if (to < 0 || to >= items.length) return
      const actions = `[data-entry="${to}"] [data-action]:not(:disabled)`
      wanted.current = [`${actions}[data-action="${to < from ? 'up' : 'down'}"]`, actions]
      setSaid(t('fieldTypes.list.moved', { name, position: to + 1, total: items.length }))
      onChange(moved(items, from, to))
    },
    remove(index, name) {
      wanted.current = [`[data-entry="${Math.min(index, items.length - 2)}"] [data-action="remove"]`]
      setSaid(t('fieldTypes.list.removed', { name }))
      onChange(items.toSpliced(index, 1))
    },
  }
}

interface EntryActionsProps {
  readonly list: OrderedList
  readonly index: number
  readonly count: number
  readonly name: string
  readonly isOrdered?: boolean
}

/** Up, down, away; each says what it acts on. */
export function EntryActions({ list, index, count, name, isOrdered = true }: EntryActionsProps) {
  const { t } = useTranslation()
  const action = (kind: 'up' | 'down' | 'remove', icon: ReactNode, isOff: boolean, act: () => void) => (
    <Tooltip title={isOff ? '' : t(`fieldTypes.list.${kind}`)}>
      <span>
        <IconButton
          size="small"
          data-action={kind}
          disabled={isOff}
          onClick={act}
          aria-label={t(`fieldTypes.list.${kind}One`, { name })}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  )
  return (
    <Box sx={{ display: 'inline-flex', flex: 'none' }}>
      {isOrdered &&
        count > 1 &&
        action('up', <ArrowUpwardIcon fontSize="inherit" />, index === 0, () => list.move(index, index - 1, name))}
      {isOrdered &&
        count > 1 &&
        action('down', <ArrowDownwardIcon fontSize="inherit" />, index === count - 1, () =>
          list.move(index, index + 1, name),
        )}
      {action('remove', <CloseIcon fontSize="inherit" />, false, () => list.remove(index, name))}
    </Box>
  )
}

/** Alt with an arrow moves the entry that the focus is in. */
export const moveByKey =
  (list: OrderedList, index: number, name: string) =>
  (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    list.move(index, event.key === 'ArrowUp' ? index - 1 : index + 1, name)
  }

/** For those who listen. */
export function Said({ text }: { text: string }) {
  return (
    <Box
      component="span"
      role="status"
      sx={{ position: 'absolute', width: '1px', height: '1px', m: '-1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {text}
    </Box>
  )
}
