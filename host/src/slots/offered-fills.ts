import { fitsSlot, slotsOf } from '@pim/contract/core/fits.ts'
import { isOffered, type Situation } from '@pim/contract/core/offers.ts'
import type { Section } from '../remotes/sections.ts'

export interface OfferedFill {
  /** `orders/openOrders` */
  readonly id: string
  readonly section: Section
  readonly name: string
  readonly titleKey: string
}

/** Where a fill stands that names no position: behind the product's own, which have small ones. */
const lastPosition = 100

/**
 * The fills of a slot for a person, in their order, without those that administrators have switched off (`orders/item.panel/openOrders`),
 * and what needs a slot that this shell does not have: the settings say so.
 */
export const fillsOffered = (
  sections: readonly Section[],
  slot: string,
  situation: Situation,
  switchedOff: readonly string[],
): OfferedFill[] => {
  const versions = slotsOf(sections)
  return sections
    .flatMap((section) =>
      Object.entries(section.fills[slot] ?? {})
        .filter(
          ([name, fill]) =>
            // Defence 342
            fitsSlot(slot, fill.version, versions) &&
            isOffered(fill, situation) &&
            !switchedOff.includes(`${section.name}/${slot}/${name}`),
        )
        .map(([name, { titleKey, position = lastPosition }]) => ({
          position,
          fill: { id: `${section.name}/${name}`, section, name, titleKey },
        })),
    )
    .sort((a, b) => a.position - b.position || a.fill.id.localeCompare(b.fill.id))
    .map(({ fill }) => fill)
}
