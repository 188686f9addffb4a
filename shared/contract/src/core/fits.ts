import { apiContract, shellContract } from './contract-versions.ts'
import { isInRange } from './version-range.ts'

/** The last version of an earlier major version whose members the shell still lends. Until 3.0: those of 1.x. */
const keptShellContracts = ['1.11.0']

/** Whether a section with this range of the shell's contract finds what it needs. */
export const fitsShell = (range: string): boolean =>
  [shellContract, ...keptShellContracts].some((version) => isInRange(version, range))

export const fitsApi = (range: string): boolean => isInRange(apiContract, range)
