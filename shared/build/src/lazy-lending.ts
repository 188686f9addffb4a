import { readFileSync } from 'node:fs'
import type { RsbuildPlugin } from '@rsbuild/core'
import { exportedNames } from './shared-exports.ts'
import { dividedModules, firstOf, packageIndexOf } from './shared-modules.ts'

const namesIn = (file: string): Set<string> => exportedNames(readFileSync(file, 'utf8'))

/**
 * The code with its imports of a module, and what it exports from there, divided: `first` names come from what the shell lends at once, the others from
 * the whole module, which the federation runtime loads together with the chunk that asks for it.
 */
export function divideImports(code: string, module: string, first: ReadonlySet<string>): string {
  const statements = new RegExp(`^(import|export)\\s*{([^}]*)}\\s*from\\s*(['"])${module}\\3;?`, 'gm')
  return code.replaceAll(statements, (_statement, keyword: string, list: string) => {
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const isFirst = (name: string) => first.has(name.split(/\s+as\s+/)[0] ?? '')
    const others = names.filter((name) => !isFirst(name))
    return statementOf(keyword, names.filter(isFirst), firstOf(module)) + statementOf(keyword, others, module)
  })
}

const statementOf = (keyword: string, names: readonly string[], from: string): string =>
  names.length > 0 ? `${keyword} { ${names.join(', ')} } from '${from}';` : ''

/** Divides the imports of a section, so that a first screen does not wait for components that it does not draw. */
export function takeLentModulesInParts(): RsbuildPlugin {
  return {
    name: 'pim:lent-in-parts',
    setup(api) {
      const divided = dividedModules.map(({ name, firstFile }) => ({ name, first: namesIn(firstFile) }))
      // After TypeScript, of which types are left out by then.
      api.transform({ test: /\.tsx?$/ }, ({ code }) =>
        divided.reduce((divisible, { name, first }) => divideImports(divisible, name, first), code),
      )
    },
  }
}

/** Tells the shell the names of the modules that it lends lazily, so that it compares them without loading them. */
export function nameLazilyLent(appFolder: string): RsbuildPlugin {
  return {
    name: 'pim:lazily-lent',
    setup(api) {
      api.transform({ test: /[\\/]host[\\/]src[\\/]remotes[\\/]lazily-lent\.ts$/ }, () => {
        const names = dividedModules.flatMap(({ name, exportsFile }) => {
          const all = [...namesIn(exportsFile ?? packageIndexOf(name, appFolder))]
          // An index of a library that is no list of names is not compared.
          return all.length > 0 ? [[name, all]] : []
        })
        return `export const lazilyLent = ${JSON.stringify(Object.fromEntries(names))}`
      })
    },
  }
}
