import { apiContract, shellContract } from '@pim/contract/core/contract-versions.ts'
import { fitsApi, fitsShell } from '@pim/contract/core/fits.ts'
import { roles } from '@pim/contract/core/roles.ts'
import type { Misfit } from '@pim/contract/sections/schemas.ts'
import type { RemoteDescription } from '../sections/description.ts'

/** Needs of the section that this server does not meet: its shell would not load it, or would offer parts of it to nobody. */
export const misfitsOf = (description: RemoteDescription): Misfit[] => [
  ...unmet('shell', description.shellContract, fitsShell, shellContract),
  ...unmet('api', description.apiContract, fitsApi, apiContract),
  ...[...unknownRoles(description)].map((role) => ({ of: 'role' as const, needs: role })),
]

const unmet = (
  of: 'shell' | 'api',
  needs: string | undefined,
  fits: (range: string) => boolean,
  has: string,
): Misfit[] => (needs === undefined || fits(needs) ? [] : [{ of, needs, has }])

/** The same in sentences; undefined where all is well. */
export function misfitOf(description: RemoteDescription): string | undefined {
  const misfits = misfitsOf(description)
  return misfits.length === 0 ? undefined : misfits.map(sentenceOf).join(' ')
}

export function sentenceOf({ of, needs, has }: Misfit): string {
  switch (of) {
    case 'role':
      return `It asks for the role ${needs}, which this server does not know.`
    case 'member':
      return `It imports ${needs}, which the shell does not lend.`
    default:
      return `It needs ${needs} of the ${of === 'api' ? 'API' : of}'s contract, and this server has ${has}.`
  }
}

function unknownRoles({ screens = {}, commands = [], menu = [], fills = {} }: RemoteDescription): Set<string> {
  const filling = Object.values(fills).flatMap((named) => Object.values(named))
  const asked = [...Object.values(screens), ...commands, ...menu, ...filling].flatMap(({ role }) =>
    role === undefined ? [] : [role],
  )
  return new Set(asked.filter((role) => !roles.some((known) => known === role)))
}
