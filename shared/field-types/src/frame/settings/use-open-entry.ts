import { useId, useState } from 'react'
import type { OrderedList } from '../entry-actions.tsx'

/** Which entry of a list stands open: one at most, and the same one after it was moved. */
export function useOpenEntry(list: OrderedList) {
  const id = useId()
  const [openAt, setOpenAt] = useState<number>()
  const tracked: OrderedList = {
    ...list,
    move: (from, to, name) => {
      setOpenAt(openAt === from ? to : undefined)
      list.move(from, to, name)
    },
    remove: (index, name) => {
      setOpenAt(undefined)
      list.remove(index, name)
    },
  }
  return {
    /** Tells this list from others that an entry might be dragged from. */
    id,
    list: tracked,
    openAt,
    toggle: (index: number) => setOpenAt(index === openAt ? undefined : index),
    open: setOpenAt,
  }
}
