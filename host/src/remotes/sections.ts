import type { ClientConfiguration, Remote, Tenant } from '@pim/contract'
import { matchPath } from 'react-router'

/** A section as the shell knows it before any of its code is here. */
export interface Section extends Remote {
  name: string
  paths: string[]
  /** Where a link to it leads. */
  home: string
  placement: 'switcher' | 'menu'
  titleKey: string
  /** The tenant has its own version of it, of which only the address is known. */
  isOverridden: boolean
}

/** Every section of the configuration, in the order that they are offered in. No section is known here by name. */
export function sectionsOf({ remotes }: ClientConfiguration): Section[] {
  return Object.entries(remotes)
    .map(([name, remote]) => {
      const paths = remote.paths ?? [`/${name}`]
      return {
        ...remote,
        name,
        paths,
        home: paths[0] ?? `/${name}`,
        placement: remote.placement ?? 'switcher',
        titleKey: remote.titleKey ?? `${name}.section.title`,
        isOverridden: false,
      }
    })
    .sort((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER))
}

/** What this tenant has of them: a section that its toggles leave out is not there at all, and costs no request. */
export function sectionsOfTenant(sections: readonly Section[], { featureToggles, remotes }: Tenant): Section[] {
  return sections
    .filter(({ featureToggle }) => featureToggle === undefined || featureToggles[featureToggle] === true)
    .map((section) => {
      const manifestUrl = remotes?.[section.name]?.manifestUrl
      return manifestUrl ? { ...section, manifestUrl, isOverridden: true } : section
    })
}

export const sectionsIn = (sections: readonly Section[], place: Section['placement']): Section[] =>
  sections.filter(({ placement }) => placement === place)

export const sectionAt = (sections: readonly Section[], pathname: string): Section | undefined =>
  sections.find(({ paths }) => paths.some((path) => matchPath(path, pathname)))
