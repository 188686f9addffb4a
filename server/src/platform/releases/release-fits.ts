import { apiContract, shellContract } from '@pim/contract/core/contract-versions.ts'
import { isInRange } from '@pim/contract/core/version-range.ts'
import type { RemoteDescription } from '../sections/description.ts'

/** Why this server's shell would not load the section; undefined where it would. */
export function misfitOf(description: RemoteDescription): string | undefined {
  const needs: [what: string, range: string | undefined, version: string][] = [
    ['shell', description.shellContract, shellContract],
    ['API', description.apiContract, apiContract],
  ]
  const unmet = needs.filter(([, range, version]) => range !== undefined && !isInRange(version, range))
  if (unmet.length === 0) return undefined
  return unmet
    .map(([what, range, version]) => `It needs ${range} of the ${what}'s contract, and this server has ${version}.`)
    .join(' ')
}
