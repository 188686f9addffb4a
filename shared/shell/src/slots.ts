/** For screens that have a slot, as `@pim/shell/slots`. What fills one is in `remote.json` and `RemoteDefinition`. */
import type { ComponentType } from 'react'
import { requiredContext } from './required-context.ts'
import type { SlotGiven, SlotName } from './slot-given.ts'

export type {
  ConceptDetailGiven,
  ItemGiven,
  ItemPanelGiven,
  ItemsBulkActionGiven,
  ItemsColumnGiven,
  MediaDetailGiven,
  SettingsPageGiven,
  SlotGiven,
  SlotName,
  WorkPanelGiven,
} from './slot-given.ts'

/** A part that a section adds to a slot. */
export interface Fill<Slot extends SlotName> {
  /** The same in every page: `orders/openOrders`. */
  readonly id: string
  readonly section: string
  readonly title: string
  /** Comes late and fails alone: until then, and where it fails, it draws something small in its place. */
  readonly Filled: ComponentType<SlotGiven[Slot]>
}

export interface Slots {
  /** The same list until something of it changes. */
  fillsOf: <Slot extends SlotName>(slot: Slot) => readonly Fill<Slot>[]
}

export const [SlotsProvider, useSlots] = requiredContext<Slots>('useFills')

/** The fills of a slot for this person in this tenant, in their order; none is loaded before it is drawn. */
export const useFills = <Slot extends SlotName>(slot: Slot): readonly Fill<Slot>[] => useSlots().fillsOf(slot)
