import type { StaticHalf } from '../sections/static-half.ts'
import { apiContract, shellContract, slotVersions } from './contract-versions.ts'
import { isInRange } from './version-range.ts'

/** The last version of an earlier major version whose members the shell still lends. Until 3.0: those of 1.x. */
const keptShellContracts = ['1.11.0']

/** Whether a section with this range of the shell's contract finds what it needs. */
export const fitsShell = (range: string): boolean =>
  [shellContract, ...keptShellContracts].some((version) => isInRange(version, range))

export const fitsApi = (range: string): boolean => isInRange(apiContract, range)

type Offering = Pick<StaticHalf, 'name' | 'slots'>

/** What is wrong with the name of a slot that a section offers; undefined: nothing. One of the product's is never another's. */
export function slotNameFault({ name, slots = {} }: Offering): string | undefined {
  const wrong = Object.keys(slots).find((slot) => !slot.startsWith(`${name}.`) || slot in slotVersions)
  if (wrong === undefined) return undefined
  return wrong in slotVersions
    ? `The slot ${wrong} is one of the product.`
    : `The slot ${wrong} is to begin with the name of its section: ${name}.`
}

/** The version of each slot that there is: the product's, and those that sections offer in screens of their own. */
export const slotsOf = (sections: readonly Offering[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    sections
      .filter((section) => slotNameFault(section) === undefined)
      .flatMap(({ slots = {} }) => Object.entries(slots).map(([slot, { version }]) => [slot, version])),
  ),
  ...slotVersions,
})

/**
 * Whether a slot is among these (`slotsOf`) and gives what the range asks for. A fill of a build that names no range fits any.
 */
export function fitsSlot(slot: string, range: string | undefined, versions = slotVersions): boolean {
  const version = versions[slot]
  return version !== undefined && (range === undefined || isInRange(version, range))
}
