import type { Situation } from '@pim/contract/core/offers.ts'
// By the name that it is lent by: the build lends what somebody here asks for.
import { type Fill, type SlotGiven, type SlotName, type Slots, SlotsProvider } from '@pim/shell/slots'
import { partOnDemand } from '@pim/ui'
import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../remotes/sections.ts'
import { useSectionText } from '../remotes/use-section-title.ts'
import { FillWaiting } from './fill-waiting.tsx'
import { fillsOffered } from './offered-fills.ts'

// Nothing of the first list needs it, and no first load waits for it.
const FillPlace = partOnDemand(async () => (await import('./fill-place.tsx')).FillPlace, { place: 'nowhere' })
export const fetchFillPlace = FillPlace.prefetch

/** The sections as they are for the person now; a fill that is drawn already finds in it what follows a failed build. */
const SectionsContext = createContext<readonly Section[]>([])

interface OfferedSlotsProps {
  readonly sections: readonly Section[]
  readonly situation: Situation
  readonly switchedOff: readonly string[] | undefined
  readonly children: ReactNode
}

const none: readonly string[] = []

/** Gives the slots of all screens what fills them. */
export function OfferedSlots({ sections, situation, switchedOff = none, children }: OfferedSlotsProps) {
  const textOf = useSectionText()
  const { language } = useTranslation().i18n
  const [components] = useState(() => new Map<string, ComponentType<never>>())
  // Another object at each drawing would draw all slots again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language alone
  const slots = useMemo((): Slots => {
    /** The same component each time, so that what it has drawn stays. */
    const filled = <Slot extends SlotName>(slot: Slot, section: string, name: string): Fill<Slot>['Filled'] => {
      const key = `${section}/${slot}/${name}`
      const made = components.get(key) ?? filledBy(slot, section, name)
      components.set(key, made)
      return made as Fill<Slot>['Filled']
    }
    const lists = new Map<SlotName, readonly unknown[]>()
    return {
      fillsOf: <Slot extends SlotName>(slot: Slot) => {
        const list =
          lists.get(slot) ??
          fillsOffered(sections, slot, situation, switchedOff).map(({ id, section, name, titleKey }) => ({
            id,
            section: section.name,
            title: textOf(section, titleKey) ?? name,
            Filled: filled(slot, section.name, name),
          }))
        lists.set(slot, list)
        return list as readonly Fill<Slot>[]
      },
    }
  }, [sections, situation, switchedOff, language, components])
  return (
    <SectionsContext value={sections}>
      <SlotsProvider value={slots}>{children}</SlotsProvider>
    </SectionsContext>
  )
}

function filledBy<Slot extends SlotName>(slot: Slot, sectionName: string, name: string) {
  return function Filled(given: SlotGiven[Slot]) {
    const section = useContext(SectionsContext).find((each) => each.name === sectionName)
    const place = { slot, name, given }
    return section ? <FillPlace section={section} {...place} waiting={<FillWaiting slot={slot} />} /> : null
  }
}
