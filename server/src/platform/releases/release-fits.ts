import { apiContract, shellContract } from '@pim/contract/core/contract-versions.ts'
import { fitsApi, fitsShell } from '@pim/contract/core/fits.ts'
import { roles } from '@pim/contract/core/roles.ts'
import type { RemoteDescription } from '../sections/description.ts'

/** Why this server's shell would not load the section, or would offer parts of it to nobody; undefined where all is well. */
export function misfitOf(description: RemoteDescription): string | undefined {
  const needs: [what: string, range: string | undefined, fits: (range: string) => boolean, version: string][] = [
    ['shell', description.shellContract, fitsShell, shellContract],
    ['API', description.apiContract, fitsApi, apiContract],
  ]
  const unmet = [
    ...needs
      .filter(([, range, fits]) => range !== undefined && !fits(range))
      .map(
        ([what, range, , version]) => `It needs ${range} of the ${what}'s contract, and this server has ${version}.`,
      ),
    ...[...unknownRoles(description)].map((role) => `It asks for the role ${role}, which this server does not know.`),
  ]
  return unmet.length === 0 ? undefined : unmet.join(' ')
}

function unknownRoles({ screens = {}, commands = [], menu = [], fills = {} }: RemoteDescription): Set<string> {
  const filling = Object.values(fills).flatMap((named) => Object.values(named))
  const asked = [...Object.values(screens), ...commands, ...menu, ...filling].flatMap(({ role }) =>
    role === undefined ? [] : [role],
  )
  return new Set(asked.filter((role) => !roles.some((known) => known === role)))
}
