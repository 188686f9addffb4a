import type { ClientConfiguration, Remote, Tenant } from '@pim/contract'
import { matchPath } from 'react-router'

/** What the shell knows of a section before any of its code is loaded. */
export interface Section extends Remote {
  name: string
  paths: string[]
  /** The path that a link to the section opens. */
  home: string
  placement: 'switcher' | 'menu'
  titleKey: string
  /** The tenant uses its own build of the section, of which often only the manifest URL is known. */
  isOverridden: boolean
  operatorPaths: string[]
}

/** The sections of the configuration, in their order. The shell names no section in its code. */
export function sectionsOf({ remotes }: ClientConfiguration): Section[] {
  return Object.entries(remotes)
    .map(([name, remote]) => sectionOf(name, remote))
    .sort((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER))
}

function sectionOf(name: string, remote: Remote): Section {
  const paths = remote.paths ?? [`/${name}`]
  return {
    ...remote,
    name,
    paths,
    home: paths[0] ?? `/${name}`,
    placement: remote.placement ?? 'switcher',
    titleKey: remote.titleKey ?? `${name}.section.title`,
    isOverridden: false,
    operatorPaths: remote.operatorPaths ?? [],
  }
}

/** The sections of a tenant: without those that its feature toggles turn off, and with its own builds. */
export function sectionsOfTenant(sections: readonly Section[], { featureToggles, remotes }: Tenant): Section[] {
  return sections
    .filter(({ featureToggle }) => featureToggle === undefined || featureToggles[featureToggle] === true)
    .map((section) => {
      const own = remotes?.[section.name]
      if (!own) return section
      // What is not said of a build that the tenant has chosen is as in the build of all, but for its release.
      const { release: _ofAll, ...known } = section
      return { ...sectionOf(section.name, { ...known, ...own }), isOverridden: true }
    })
}

export const sectionsIn = (sections: readonly Section[], place: Section['placement']): Section[] =>
  sections.filter(({ placement }) => placement === place)

export const sectionAt = (sections: readonly Section[], pathname: string): Section | undefined =>
  sections.find(({ paths }) => paths.some((path) => matchPath(path, pathname)))

/** Whether the path is one for those who run the installation, which needs no tenant. */
export const isOperatorPath = (sections: readonly Section[], pathname: string): boolean =>
  sections.some(({ operatorPaths }) => operatorPaths.some((path) => matchPath(path, pathname)))

/** The section as it is without a tenant: its pages for those who run the installation, if it has any. */
export const asOperated = (section: Section): Section[] => {
  const [home] = section.operatorPaths
  return home === undefined ? [] : [{ ...section, home, paths: section.operatorPaths }]
}
