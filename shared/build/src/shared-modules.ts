import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const shared = dirname(dirname(import.meta.dirname))

interface SharedModule {
  /** The package whose version is offered and asked for. Left out: the key itself. */
  readonly package?: string
  /**
   * The file that is offered instead of the package's own index. A shared module cannot be tree-shaken, because nobody
   * knows what a section will want, so the largest ones are offered as a written list of exports.
   */
  readonly list?: string
}

/**
 * What the shell lends to sections, each loaded once for the whole page. A section carries none of these itself
 * (`import: false`), so no library can come twice and a section's build never compiles them.
 */
export const sharedModules: Record<string, SharedModule> = {
  react: {},
  'react/jsx-runtime': { package: 'react' },
  'react-dom': {},
  'react-router': { list: join(shared, 'shell/src/lends/react-router.ts') },
  '@mui/material': { list: join(shared, 'ui/src/lends/material.ts') },
  '@emotion/react': {},
  '@emotion/styled': {},
  '@tanstack/react-query': {},
  i18next: {},
  'react-i18next': { list: join(shared, 'shell/src/lends/react-i18next.ts') },
  zustand: {},
  '@pim/ui': {},
  '@pim/shell': {},
  '@pim/api-client': {},
  '@pim/api-client/react': { package: '@pim/api-client' },
}

/** Read from disk, since most packages do not export their package.json. */
function versionOf(name: string, appFolder: string): string {
  const paths = createRequire(join(appFolder, 'package.json')).resolve.paths(name) ?? []
  for (const folder of paths) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }
      return version
    } catch {
      // Not in this node_modules folder: the next one up may have it.
    }
  }
  throw new Error(`${name} is shared with sections, but ${appFolder}/package.json does not depend on it.`)
}

export interface SharedConfig {
  singleton: true
  eager?: boolean
  import?: string | false
  version?: string
  requiredVersion: string
}

/** The shell has every shared module in its first load: it needs them all, and a section may count on them. */
export function lentByShell(appFolder: string): Record<string, SharedConfig> {
  return entries(([name, { package: packageName = name, list }]) => {
    const version = versionOf(packageName, appFolder)
    return { singleton: true, eager: true, import: list ?? name, version, requiredVersion: `^${version}` }
  })
}

export function borrowedBySection(appFolder: string): Record<string, SharedConfig> {
  return entries(([name, { package: packageName = name }]) => {
    return { singleton: true, import: false, requiredVersion: `^${versionOf(packageName, appFolder)}` }
  })
}

const entries = (config: (entry: [string, SharedModule]) => SharedConfig): Record<string, SharedConfig> =>
  Object.fromEntries(Object.entries(sharedModules).map((entry) => [entry[0], config(entry)]))

export const sharedLists = Object.entries(sharedModules).flatMap(([name, { list }]) => (list ? [{ name, list }] : []))

/** The package's index as modules, which alone can be taken in parts. */
export function ownIndexOf(name: string, appFolder: string): string {
  const home = join(appFolder, 'node_modules', name)
  const { module } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { module?: string }
  return module ? join(home, module) : createRequire(join(appFolder, 'package.json')).resolve(name)
}

/** In sections only: what third parties import by a path that is shared under another name. */
export const byAnotherName = { '@mui/material/SvgIcon$': join(shared, 'ui/src/lends/svg-icon.ts') }
