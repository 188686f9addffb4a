import type { ClientConfiguration, Lead, Offer, Remote, Tenant } from '@pim/contract'
import { isLeadOffered, isOffered, type Situation, screensOf, sectionTitleKey } from '@pim/contract/core/offers.ts'
import { matchPath } from 'react-router'

/** What the shell knows of a section before any of its code is loaded. */
export interface Section extends Omit<Remote, 'screens' | 'paths' | 'operatorPaths' | 'commands' | 'menu' | 'fills'> {
  name: string
  titleKey: string
  placement: 'switcher' | 'menu'
  /** By path, in the order of the section. */
  screens: ReadonlyMap<string, Offer>
  /** The path that a link to the section opens. */
  home: string
  commands: readonly Lead[]
  menu: readonly Lead[]
  /** By slot and name. */
  fills: NonNullable<Remote['fills']>
  /** The tenant uses its own build of the section, of which often only the manifest URL is known. */
  isOverridden: boolean
}

/** The sections of the configuration, in their order. The shell names no section in its code. */
export function sectionsOf({ remotes }: ClientConfiguration): Section[] {
  return Object.entries(remotes)
    .map(([name, remote]) => sectionOf(name, remote))
    .sort((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER))
}

function sectionOf(name: string, remote: Remote): Section {
  const { screens: _screens, paths: _paths, operatorPaths: _operatorPaths, ...rest } = remote
  const screens = screensOf({ ...remote, name })
  return {
    ...rest,
    name,
    titleKey: sectionTitleKey({ ...remote, name }),
    placement: remote.placement ?? 'switcher',
    screens: new Map(screens),
    home: screens[0]?.[0] ?? `/${name}`,
    commands: remote.commands ?? [],
    menu: remote.menu ?? [],
    fills: remote.fills ?? {},
    isOverridden: false,
  }
}

/** The sections of a tenant: without those, and without screens, that its feature toggles turn off; with its own builds. */
export function sectionsOfTenant(sections: readonly Section[], { featureToggles, remotes }: Tenant): Section[] {
  const isOn = ({ featureToggle }: { featureToggle?: string | undefined }) =>
    featureToggle === undefined || featureToggles[featureToggle] === true
  return sections
    .filter(isOn)
    .map((section) => withOwnBuild(section, remotes?.[section.name]))
    .filter(isOn)
    .flatMap((section) => withScreens(section, isOn))
}

function withOwnBuild(section: Section, own: Remote | undefined): Section {
  if (!own) return section
  // Where only the address of the tenant's build is known, the rest is taken to be as in the build of all.
  if (own.paths === undefined && own.screens === undefined) {
    const { release: _ofAll, ...known } = section
    return { ...known, ...own, ...ofBuild(section), isOverridden: true }
  }
  return { ...sectionOf(section.name, own), isOverridden: true }
}

const ofBuild = ({ titleKey, placement, screens, commands, menu, fills }: Section) => ({
  titleKey,
  placement,
  screens,
  commands,
  menu,
  fills,
})

/** The section with the screens that pass, if any does. */
function withScreens(section: Section, passes: (screen: Offer) => boolean): Section[] {
  const screens = new Map([...section.screens].filter(([, screen]) => passes(screen)))
  const [home] = screens.keys()
  return home === undefined ? [] : [{ ...section, screens, home }]
}

/** The section as it is without a tenant: its screens for those who run the installation, if it has any. */
export const asOperated = (section: Section): Section[] =>
  withScreens(section, ({ isForOperators }) => isForOperators === true)

export const hasSettingsOfPeople = ({ settings = {} }: Section): boolean =>
  Object.values(settings).some(({ scope }) => scope === 'person')

export const sectionsIn = (sections: readonly Section[], place: Section['placement']): Section[] =>
  sections.filter(({ placement }) => placement === place)

/** The sections that somebody is offered: those of which they may see the screen that opens first. */
export const sectionsOffered = (sections: readonly Section[], situation: Situation): Section[] =>
  sections.filter(({ screens, home }) => isOffered(screens.get(home) ?? {}, situation))

export interface LeadOfSection {
  readonly section: Section
  readonly lead: Lead
}

/** The lines of the palette, or of the menu of the tenant, that somebody is offered. */
export const leadsOffered = (
  sections: readonly Section[],
  place: 'commands' | 'menu',
  situation: Situation,
): LeadOfSection[] =>
  sections.flatMap((section) =>
    section[place]
      .filter((lead) => isLeadOffered(lead, section.screens.get(lead.path), situation))
      .map((lead) => ({ section, lead })),
  )

export const sectionAt = (sections: readonly Section[], pathname: string): Section | undefined =>
  sections.find((section) => screenAt(section, pathname))

/** The screen of a section at a path: the one that is named so, before one with parameters. */
export function screenAt({ screens }: Section, pathname: string): Offer | undefined {
  return screens.get(pathname) ?? [...screens].find(([path]) => matchPath(path, pathname))?.[1]
}

/** Where those who run the installation find what is for them. */
export const operatorHome = (sections: readonly Section[]): string | undefined => sections.flatMap(asOperated)[0]?.home

/** Whether the path is one for those who run the installation, which needs no tenant. */
export const isOperatorPath = (sections: readonly Section[], pathname: string): boolean =>
  sections.some((section) => screenAt(section, pathname)?.isForOperators === true)
