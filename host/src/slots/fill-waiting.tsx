import { Skeleton } from '@mui/material'
import type { SlotName } from '@pim/shell/slots'

/** How much room a slot has for a fill: a part of its own, the cell of a row, or that of a button. */
const room: Readonly<Record<SlotName, 'part' | 'cell' | 'button'>> = {
  'item.panel': 'part',
  'item.actions': 'button',
  'items.column': 'cell',
  'items.bulkAction': 'button',
  'media.detail': 'part',
  'concept.detail': 'part',
  'settings.page': 'part',
}
export const roomOf = (slot: SlotName) => room[slot]

/** Stands where something will, until its code has come. */
export function FillWaiting({ slot }: { readonly slot: SlotName }) {
  const size = roomOf(slot)
  if (size === 'button') return null
  return size === 'cell' ? <Skeleton width="60%" /> : <Skeleton height={64} />
}
