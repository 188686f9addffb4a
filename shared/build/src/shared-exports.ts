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

/** A lent library of which a list names what is lent. */
interface PartlyLent {
  readonly name: string
  readonly exportsFile: string
  readonly names: ReadonlySet<string>
}

/**
 * What is wrong with the imports of a module of lent libraries; `undefined` where all is well. Neither TypeScript nor the bundler
 * notices a name that a list leaves out: the component would be `undefined` in the browser. A section may bundle a component that is
 * not lent, by its subpath (`@mui/material/Slider`): it has the theme from the library of styles, which is lent whole.
 */
export function sharedImportFault(
  code: string,
  { name, exportsFile, names }: PartlyLent,
  mayBundleRest: boolean,
): string | undefined {
  const missing = importedNames(code, name).filter((one) => !names.has(one))
  if (missing.length > 0) {
    const add = mayBundleRest ? `Import it by its subpath (${name}/${missing[0]}), or add it there.` : 'Add it there.'
    return `imports ${missing.join(', ')} from ${name}, which ${exportsFile} does not export. ${add}`
  }
  const subpaths = [...code.matchAll(new RegExp(`from '${name}/([^']+)'`, 'g'))].map(([, subpath = '']) => subpath)
  const second = subpaths.find((subpath) => !mayBundleRest || names.has(subpath) || !/^[A-Z]\w*$/.test(subpath))
  return second && `imports ${name}/${second}, which would bundle a second copy of what is lent as ${name}.`
}

/** Fails the build where a file imports what is not lent, or a second copy of what is. */
export function checkSharedImports(mayBundleRest: boolean): RsbuildPlugin {
  return {
    name: 'pim:shared-imports',
    setup(api) {
      const shared = sharedExportsFiles.map(({ name, exportsFile }) => ({
        name,
        exportsFile,
        names: exportedNames(readFileSync(exportsFile, 'utf8')),
      }))
      api.transform({ test: /\.tsx?$/, order: 'pre' }, ({ code, resourcePath }) => {
        for (const lent of shared) {
          if (resourcePath === lent.exportsFile) continue
          const fault = sharedImportFault(code, lent, mayBundleRest)
          if (fault) throw new Error(`${resourcePath} ${fault}`)
        }
        return code
      })
    },
  }
}
