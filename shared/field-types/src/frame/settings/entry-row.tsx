import { Box, Button, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { DragHandle } from '../drag-handle.tsx'
import { EntryActions, moveByKey, type OrderedList } from '../entry-actions.tsx'
import { useDragOrder } from '../use-drag-order.ts'
import { useSettingsScope } from './settings-scope.tsx'

/** The place of a row in its list. */
export interface EntryPlace {
  readonly index: number
  readonly count: number
  readonly list: OrderedList
  readonly listId: string
}

interface EntryRowProps extends EntryPlace {
  /** The name of the entry, for the buttons that move and remove it. */
  readonly name: string
  /** The text of the button that opens the row. */
  readonly title: string
  readonly mark?: ReactNode
  readonly isOpen: boolean
  readonly isWrong?: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** One entry of a list of settings: moved by drag, by keys and by buttons, and opened for its form. */
export function EntryRow(props: EntryRowProps) {
  const { name, title, mark, index, count, list, listId, isOpen, isWrong = false, onOpen, children } = props
  const { isReadOnly } = useSettingsScope()
  const drag = useDragOrder(listId, index, (from) => list.move(from, index, name))
  return (
    <Box
      ref={drag.element}
      data-entry={index}
      onKeyDown={moveByKey(list, index, name)}
      sx={{
        border: 1,
        borderColor: isWrong ? 'error.main' : drag.isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        px: 1,
        py: 0.5,
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0 }}>
        {!isReadOnly && <DragHandle ref={drag.handle} />}
        {mark}
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          onClick={onOpen}
          sx={{ flexGrow: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'start', fontWeight: 400 }}
        >
          <Box component="bdi" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {title}
          </Box>
        </Button>
        {!isReadOnly && <EntryActions list={list} index={index} count={count} name={name} />}
      </Stack>
      {isOpen && <Stack sx={{ gap: 2, py: 1.5 }}>{children}</Stack>}
    </Box>
  )
}
