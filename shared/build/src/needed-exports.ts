import type { RsbuildPlugin } from '@rsbuild/core'
import { importedNames } from './shared-exports.ts'
import { sharedExportsFiles } from './shared-modules.ts'

/** The modules whose names the shell compares: its own packages, and the libraries that it lends a part of. */
const comparedModules = [
  '@pim/shell',
  '@pim/shell/settings',
  '@pim/ui',
  '@pim/api-client',
  '@pim/api-client/react',
  ...sharedExportsFiles.map(({ name }) => name),
]

/**
 * A shell of 1.x throws where it is asked whether it lends a module that it does not know, and says that the section is broken.
 * So the names of this module are not written, but one that came in the same release to a module which every shell has.
 */
const slotsModule = '@pim/shell/slots'
const namesSinceSlots = [['@pim/api-client/react', 'useBackEnd']] as const
const manifestName = 'mf-manifest.json'

/** Sorted names by module; modules of which nothing is imported are left out. */
export function neededExportsOf(sources: readonly string[]): Record<string, string[]> {
  const needed = new Map(comparedModules.map((module) => [module, new Set<string>()]))
  for (const source of sources) {
    for (const [module, names] of needed) for (const name of importedNames(source, module)) names.add(name)
  }
  if (sources.some((source) => importedNames(source, slotsModule).length > 0))
    for (const [module, name] of namesSinceSlots) needed.get(module)?.add(name)
  const entries = [...needed].filter(([, names]) => names.size > 0)
  return Object.fromEntries(entries.map(([module, names]) => [module, [...names].sort()]))
}

/**
 * Writes into the manifest of a section what it imports of the modules that the shell lends. The shell refuses a
 * section that needs what it does not have, and does not wait for it to throw.
 */
export function writeNeededExports(): RsbuildPlugin {
  return {
    name: 'pim:needed-exports',
    setup(api) {
      const sources = new Map<string, string>()
      api.transform({ test: /\.tsx?$/, order: 'pre' }, ({ code, resourcePath }) => {
        sources.set(resourcePath, code)
        return code
      })
      api.processAssets({ stage: 'report' }, ({ compilation, sources: { RawSource } }) => {
        const asset = compilation.getAsset(manifestName)
        if (!asset) throw new Error(`The build has no ${manifestName}.`)
        const manifest = JSON.parse(asset.source.source().toString()) as object
        const neededExports = neededExportsOf([...sources.values()])
        compilation.updateAsset(manifestName, new RawSource(JSON.stringify({ ...manifest, neededExports })))
      })
    },
  }
}
