import { apiContract, shellContract, slotVersions } from './contract-versions.ts'
import { isInRange } from './version-range.ts'

/** The last version of an earlier major version whose members the shell still lends. Until 3.0: those of 1.x. */
const keptShellContracts = ['1.11.0']

/** Whether a section with this range of the shell's contract finds what it needs. */
export const fitsShell = (range: string): boolean =>
  [shellContract, ...keptShellContracts].some((version) => isInRange(version, range))

export const fitsApi = (range: string): boolean => isInRange(apiContract, range)

/** Whether a slot is there and gives what the range asks for. A fill of a build that names no range fits any. */
export function fitsSlot(slot: string, range: string | undefined): boolean {
  const version = slotVersions[slot]
  return version !== undefined && (range === undefined || isInRange(version, range))
}
