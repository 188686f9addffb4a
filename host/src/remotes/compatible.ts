import { apiContract, shellContract } from '@pim/contract/core/contract-versions.ts'
import { fitsApi, fitsShell } from '@pim/contract/core/fits.ts'
import type { Federation } from './federation.ts'
import { absolute, type ManifestCache, type SectionBuild } from './manifests.ts'
import { SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'

type NeededContracts = Pick<Section, 'shellContract' | 'apiContract'>

/**
 * Throws if the section was built for another contract of the shell or of the API. The ranges are in the configuration;
 * a tenant's own version of a section, and one that was deployed since, has them in the remote.json beside its manifest.
 * Resolves to the ranges.
 */
export async function assertCompatible(
  section: Section,
  manifests: ManifestCache,
  isRepeat: boolean,
): Promise<NeededContracts> {
  let needed: NeededContracts = section
  if (section.isOverridden || section.shellContract === undefined || isRepeat) {
    needed = (await manifests.json(descriptionUrl(section.manifestUrl))) as typeof needed
  }
  const { shellContract: ofShell = '', apiContract: ofApi } = needed
  // Defence 58
  if (!fitsShell(ofShell)) throw misfit(section.name, 'shell', ofShell, shellContract)
  // A section that was built before its build wrote this range names none.
  if (ofApi !== undefined && !fitsApi(ofApi)) throw misfit(section.name, 'API', ofApi, apiContract)
  return needed
}

/** Throws if the build imports a name that this shell does not have; it would throw later, somewhere in the section. */
export async function assertOffered(section: Section, build: SectionBuild, federation: Federation): Promise<void> {
  const missing = await Promise.all(
    Object.entries(build.neededExports).map(async ([module, names]) => {
      const lent = (await federation.lentModule(module)) ?? {}
      return names.filter((name) => !(name in lent)).map((name) => `${name} of ${module}`)
    }),
  )
  const lacking = missing.flat()
  // Defence 130, without: if (false) {
  if (lacking.length > 0) {
    throw new SectionFailure('incompatible', `${section.name} needs what this shell lacks: ${lacking.join(', ')}.`)
  }
}

/**
 * Sections bring the lines of the calls that they make since 1.9.0 of the shell's contract, whose builds also write the range
 * of the API; before, the shell had the lines of all calls. They are lent to a section that was built before, which would find
 * no call of its own otherwise.
 */
export async function lendCalls({ apiContract }: NeededContracts, load: () => Promise<unknown>): Promise<void> {
  if (apiContract === undefined) await load()
}

/**
 * Members that `@pim/shell` has no more are lent to a section that asks for one whose place is empty, or whose build does not
 * say what it asks for. They come before the section is run, which may use them at once. What is lent is asked, and not the
 * package: in the built shell an import of `@pim/shell` is what is lent, which has all the places.
 */
export async function lendRetired(
  { apiContract }: NeededContracts,
  { neededExports }: SectionBuild,
  federation: Federation,
  load: () => Promise<unknown>,
): Promise<void> {
  const lent = (await federation.lentModule('@pim/shell')) ?? {}
  const isEmpty = (name: string) => Reflect.get(lent, name) === undefined
  if (apiContract === undefined || neededExports['@pim/shell']?.some(isEmpty)) await load()
}

const misfit = (name: string, whose: 'shell' | 'API', range: string, version: string) =>
  new SectionFailure('incompatible', `${name} wants ${whose} contract ${range}; this is ${version}.`)

export const descriptionUrl = (manifestUrl: string) => new URL('remote.json', absolute(manifestUrl)).href
