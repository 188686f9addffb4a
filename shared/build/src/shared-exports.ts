import { readFileSync } from 'node:fs'
import type { RsbuildPlugin } from '@rsbuild/core'
import { sharedExportsFiles } from './shared-modules.ts'

/** The names that a module of only `export { … } from` statements exports. */
export const exportedNames = (source: string): Set<string> =>
  new Set(clauses(source, 'export').flatMap(({ names }) => names.map(({ outside }) => outside)))

/** The names that a module imports from a package, without types. */
export const importedNames = (source: string, from: string): string[] =>
  clauses(source, 'import').flatMap(({ request, names }) => (request === from ? names.map(({ inside }) => inside) : []))

/**
 * What a module takes from a package, without types: the names, `all` where it takes the package as one object, undefined
 * where it takes nothing. A default export is no name.
 */
export function importsFrom(source: string, from: string): string[] | 'all' | undefined {
  const clauses = [...source.matchAll(/^(?:import|export)\s+([^'"]*?)\s*from\s*['"]([^'"]+)['"]/gm)]
    .filter(([, clause = '', request]) => request === from && !clause.startsWith('type '))
    .map(([, clause = '']) => clause)
  if (clauses.length === 0) return undefined
  if (clauses.some((clause) => clause.includes('*'))) return 'all'
  return clauses.flatMap((clause) => namesIn(/{([^}]*)}/.exec(clause)?.[1] ?? '').map(({ inside }) => inside))
}

/** The code without what people wrote for people, which may name anything. */
export const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

function namesIn(list: string): { inside: string; outside: string }[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => {
      const [inside = name, outside = name] = name.split(/\s+as\s+/)
      return { inside, outside }
    })
}

function clauses(source: string, keyword: 'import' | 'export') {
  const statement = new RegExp(`^${keyword}\\s*{([^}]*)}\\s*from\\s*['"]([^'"]+)['"]`, 'gm')
  return [...source.matchAll(statement)].map(([, list = '', request = '']) => ({
    request,
    names: namesIn(list),
  }))
}

/**
 * Fails the build where a file imports a name that a list of shared exports leaves out, or a subpath of its package.
 * Neither TypeScript nor the bundler notices: the component would be `undefined` in the browser.
 */
export function checkSharedImports(): RsbuildPlugin {
  return {
    name: 'pim:shared-imports',
    setup(api) {
      const shared = sharedExportsFiles.map(({ name, exportsFile }) => ({
        name,
        exportsFile,
        names: exportedNames(readFileSync(exportsFile, 'utf8')),
      }))
      api.transform({ test: /\.tsx?$/, order: 'pre' }, ({ code, resourcePath }) => {
        for (const { name, exportsFile, names } of shared) {
          if (resourcePath === exportsFile) continue
          const missing = importedNames(code, name).filter((one) => !names.has(one))
          if (missing.length > 0) {
            throw new Error(
              `${resourcePath} imports ${missing.join(', ')} from ${name}, which ${exportsFile} does not export. Add it there.`,
            )
          }
          if (code.includes(`from '${name}/`)) {
            throw new Error(`${resourcePath} imports a subpath of ${name}, which would bundle a second copy of it.`)
          }
        }
        return code
      })
    },
  }
}
