import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where `shell`, `ui` and `contract` are: beside this package in the workspace; in a published one a copy of what is read
 * of them, because an installer may put them anywhere.
 */
const published = join(import.meta.dirname, 'lent')
export const sharedFolder = existsSync(published) ? published : dirname(dirname(import.meta.dirname))

interface SharedModule {
  /** The package whose version is used. Default: the key. */
  readonly package?: string
  /**
   * A file that re-exports a part of the package and is shared in place of the package's index. Shared modules cannot
   * be tree-shaken, because sections are not known when the shell is built, so the largest packages name what they
   * share.
   */
  readonly exportsFile?: string
  /** A file of the shell that is lent in place of the package's index, because it offers more than sections are compiled with. */
  readonly lentFile?: string
  /**
   * A file that exports the names that first screens need. The shell then lends these names at once and the whole module
   * only when a section's code asks for others; its own code takes what it needs from the package itself.
   */
  readonly firstFile?: string
}

/**
 * The modules that the shell provides to sections by module federation, each loaded once for the page. Sections bundle
 * none of them (`import: false`), so no library is loaded twice.
 */
export const sharedModules: Record<string, SharedModule> = {
  react: {},
  'react/jsx-runtime': { package: 'react' },
  'react-dom': {},
  'react-router': { exportsFile: join(sharedFolder, 'shell/src/shared-exports/react-router.ts') },
  '@mui/material': {
    exportsFile: join(sharedFolder, 'ui/src/shared-exports/material.ts'),
    firstFile: join(sharedFolder, 'ui/src/shared-exports/first-material.ts'),
  },
  '@emotion/react': {},
  '@emotion/styled': {},
  '@tanstack/react-query': { firstFile: join(sharedFolder, 'shell/src/shared-exports/first-react-query.ts') },
  i18next: {},
  'react-i18next': { exportsFile: join(sharedFolder, 'shell/src/shared-exports/react-i18next.ts') },
  zustand: {},
  '@pim/ui': { firstFile: join(sharedFolder, 'ui/src/shared-exports/first-ui.ts') },
  // With what sections of an earlier major version of the contract may still ask for.
  '@pim/shell': { lentFile: join(sharedFolder, '../host/src/remotes/lent-shell.ts') },
  '@pim/shell/settings': { package: '@pim/shell' },
  '@pim/shell/slots': { package: '@pim/shell' },
  '@pim/api-client': {},
  '@pim/api-client/react': { package: '@pim/api-client' },
}

/**
 * Reads the version of an installed package from disk, because most packages do not export their package.json. Undefined
 * where nothing in this folder could import it.
 */
function installedVersion(name: string, folder: string): string | undefined {
  const paths = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      const { version } = JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')) as { version: string }
      return version
    } catch {
      // Not installed in this node_modules folder: try the parent folder.
    }
  }
  return undefined
}

/** Throws if the app does not depend on the package. */
function versionOf(name: string, appFolder: string): string {
  const version = installedVersion(name, appFolder)
  if (version !== undefined) return version
  throw new Error(`${name} is shared with sections, but ${appFolder}/package.json does not depend on it.`)
}

/** A section names what it imports itself; what only the packages of the product import is as new as these say. */
function versionForRemote(name: string, appFolder: string): string | undefined {
  const folders = [appFolder, ...['@pim/ui', '@pim/shell'].map((lender) => realPackage(lender, appFolder))]
  for (const folder of folders) {
    const version = installedVersion(name, folder)
    if (version !== undefined) return version
  }
  return undefined
}

const realPackage = (name: string, appFolder: string): string => {
  const folder = join(appFolder, 'node_modules', name)
  return existsSync(folder) ? realpathSync(folder) : appFolder
}

export interface SharedConfig {
  singleton: true
  eager?: boolean
  import?: string | false
  version?: string
  requiredVersion: string
}

/** The name under which the shell lends the names of a module that first screens need. */
export const firstOf = (name: string): string => `@pim/first-of/${name}`

/** The shell's side. It loads at once what it needs itself, and the whole of divided modules when a section asks. */
export function sharedByHost(appFolder: string): Record<string, SharedConfig> {
  return entries(([name, { package: packageName = name, exportsFile, lentFile = exportsFile, firstFile }]) => {
    const version = versionOf(packageName, appFolder)
    const lent = { singleton: true, version, requiredVersion: `^${version}` } as const
    // By its path: the shell's own code asks for a divided module by no other name.
    const whole = lentFile ?? (firstFile ? packageIndexOf(name, appFolder) : name)
    return {
      [name]: { ...lent, eager: firstFile === undefined, import: whole },
      ...(firstFile ? { [firstOf(name)]: { ...lent, eager: true, import: firstFile } } : {}),
    }
  })
}

export function sharedByRemote(appFolder: string): Record<string, SharedConfig> {
  return entries(([name, { package: packageName = name, firstFile }]) => {
    const version = versionForRemote(packageName, appFolder)
    if (version === undefined) return {}
    const asked = { singleton: true, import: false, requiredVersion: `^${version}` } as const
    return { [name]: asked, ...(firstFile ? { [firstOf(name)]: asked } : {}) }
  })
}

const entries = (
  config: (entry: [string, SharedModule]) => Record<string, SharedConfig>,
): Record<string, SharedConfig> => Object.assign({}, ...Object.entries(sharedModules).map(config))

export const dividedModules = Object.entries(sharedModules).flatMap(([name, { firstFile, exportsFile }]) =>
  firstFile ? [{ name, firstFile, exportsFile }] : [],
)

export const sharedExportsFiles = Object.entries(sharedModules).flatMap(([name, { exportsFile }]) =>
  exportsFile ? [{ name, exportsFile }] : [],
)

/** The files that stand in for a package where it is lent, and import from it. */
export const standIns = Object.entries(sharedModules).flatMap(([name, { exportsFile, lentFile = exportsFile }]) =>
  lentFile ? [{ name, file: lentFile }] : [],
)

/** The path of the package's ES module index; only that one can be tree-shaken. */
export function packageIndexOf(name: string, appFolder: string): string {
  const packageFolder = join(appFolder, 'node_modules', name)
  const { module, exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    module?: string
    exports?: { '.'?: string | { import?: string | { default?: string } } }
  }
  const entry = exports?.['.']
  const imported = typeof entry === 'string' ? entry : entry?.import
  const index = (typeof imported === 'string' ? imported : imported?.default) ?? module
  return index ? join(packageFolder, index) : createRequire(join(appFolder, 'package.json')).resolve(name)
}

/** Aliases in sections, for subpaths that third-party packages import from a shared package. */
export const sharedAliases = { '@mui/material/SvgIcon$': join(sharedFolder, 'ui/src/shared-exports/svg-icon.ts') }
