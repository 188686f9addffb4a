import type { RouteLine } from '@pim/contract/core/route-line.ts'

const known = new Map<string, { line: RouteLine; contract: readonly number[] }>()

/**
 * Makes a call known to the client, with the version of the API's contract that its line is of. Whoever makes calls brings
 * their lines along: the build adds them to the modules that name them, so a section can make a call that is newer than
 * the shell. Where two bring the same call, the newer line counts.
 */
export function registerCall(operation: string, line: RouteLine, contract: string): void {
  const version = contract.split('.').map(Number)
  const other = known.get(operation)
  if (other === undefined || isNewer(version, other.contract)) known.set(operation, { line, contract: version })
}

const isNewer = (version: readonly number[], other: readonly number[]): boolean => {
  const at = version.findIndex((part, index) => part !== other[index])
  return at >= 0 && (version[at] ?? 0) > (other[at] ?? 0)
}

export function lineOfCall(operation: string): RouteLine {
  const call = known.get(operation)
  if (!call) throw new Error(`No bundle on this page has a line of the call ${operation}.`)
  return call.line
}
