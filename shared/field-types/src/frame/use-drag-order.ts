import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

/**
 * Lets an entry of a list be dragged by its handle onto another entry of the same list. `onDrop` is called on the entry
 * that it is dropped on, with the place of the one that was dragged.
 */
export function useDragOrder<Entry extends HTMLElement = HTMLElement>(
  list: string,
  index: number,
  onDrop: (from: number) => void,
) {
  const element = useRef<Entry>(null)
  const handle = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    if (!element.current || !handle.current) return
    return combine(
      draggable({
        element: element.current,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index }),
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          if (typeof source.data.index === 'number') drop.current(source.data.index)
        },
      }),
    )
  }, [list, index])
  return { element, handle, isOver }
}
