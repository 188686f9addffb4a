import { Skeleton } from '@mui/material'
import type { SlotName } from '@pim/shell/slots'

/** How much room a slot has for a fill: a part of its own, the cell of a row, or that of a button. One that a section offers has a part. */
const room: Readonly<Record<string, 'part' | 'cell' | 'button'>> = {
  'item.actions': 'button',
  'items.column': 'cell',
  'items.bulkAction': 'button',
}
export const roomOf = (slot: SlotName) => room[slot] ?? 'part'

/** Stands where something will, until its code has come. */
export function FillWaiting({ slot }: { readonly slot: SlotName }) {
  const size = roomOf(slot)
  if (size === 'button') return null
  return size === 'cell' ? <Skeleton width="60%" /> : <Skeleton height={64} />
}
