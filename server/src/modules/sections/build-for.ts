import type { Remote, Tenant } from '@pim/contract'
import type { Section } from '../../platform/sections/index.ts'

export type Remotes = NonNullable<Tenant['remotes']>

/** The build of a section that somebody gets; where only the address of theirs is known, it is taken to be as the one of all. */
export const buildFor = (
  section: Section,
  remotes: Remotes,
): Pick<Remote, 'permissions' | 'settings' | 'featureToggle' | 'titleKey'> => {
  const own = remotes[section.name]
  return own === undefined || (own.paths === undefined && own.screens === undefined) ? section : own
}
