import { readFileSync } from 'node:fs'
import type { RsbuildPlugin } from '@rsbuild/core'
import { sharedLists } from './shared-modules.ts'

/** The names that a module of nothing but `export { … } from` lines exports. */
export const exportedNames = (source: string): Set<string> =>
  new Set(clauses(source, 'export').flatMap(({ names }) => names.map(({ outside }) => outside)))

/** What a module takes from a package by name, types aside. */
export const importedNames = (source: string, from: string): string[] =>
  clauses(source, 'import').flatMap(({ request, names }) => (request === from ? names.map(({ inside }) => inside) : []))

function clauses(source: string, keyword: 'import' | 'export') {
  const statement = new RegExp(`^${keyword}\\s*{([^}]*)}\\s*from\\s*['"]([^'"]+)['"]`, 'gm')
  return [...source.matchAll(statement)].map(([, list = '', request = '']) => ({
    request,
    names: list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => {
        const [inside = name, outside = name] = name.split(/\s+as\s+/)
        return { inside, outside }
      }),
  }))
}

/**
 * Neither TypeScript nor the bundler knows that a list leaves exports of its package out; the first to notice would be a
 * user, to whom the missing component is `undefined`.
 */
export function refuseWhatIsNotLent(): RsbuildPlugin {
  return {
    name: 'pim:lent-exports',
    setup(api) {
      const lent = sharedLists.map(({ name, list }) => ({
        name,
        list,
        names: exportedNames(readFileSync(list, 'utf8')),
      }))
      api.transform({ test: /\.tsx?$/, order: 'pre' }, ({ code, resourcePath }) => {
        for (const { name, list, names } of lent) {
          if (resourcePath === list) continue
          const missing = importedNames(code, name).filter((one) => !names.has(one))
          if (missing.length > 0) {
            throw new Error(
              `${resourcePath} imports ${missing.join(', ')} from ${name}, which ${list} does not lend. Add it there.`,
            )
          }
          if (code.includes(`from '${name}/`)) {
            throw new Error(`${resourcePath} imports a part of ${name} by its path, and would carry its own copy.`)
          }
        }
        return code
      })
    },
  }
}
