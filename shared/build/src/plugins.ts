import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { RsbuildPlugin } from '@rsbuild/core'
import { ownIndexOf, sharedLists } from './shared-modules.ts'

/**
 * A list of lent exports imports from the very package that it is offered as. Left alone, module sharing would answer
 * that import with the list itself; with the file's own path it is an import like any other.
 */
export function readListsFromTheirPackage(appFolder: string): RsbuildPlugin {
  return {
    name: 'pim:lists',
    setup(api) {
      for (const { name, list } of sharedLists) {
        api.transform({ test: (path: string) => path === list }, ({ code }) =>
          code.replaceAll(/(from\s+)(['"])([^'"]+)\2/g, (statement, from: string, _quote, request: string) =>
            request === name ? from + JSON.stringify(ownIndexOf(name, appFolder)) : statement,
          ),
        )
      }
    },
  }
}

const run = promisify(execFile)
const printExports = (file: string) =>
  `console.log(JSON.stringify(await import(${JSON.stringify(pathToFileURL(file).href)})))`

/**
 * A `*.static.ts` module holds plain data worked out from something large. It is run while building, and the browser
 * gets only what it came to: the table of calls without the schemas that the contract states it in.
 */
export function runStaticModules(): RsbuildPlugin {
  return {
    name: 'pim:static-modules',
    setup(api) {
      api.transform({ test: /\.static\.ts$/ }, async ({ resourcePath }) => {
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', printExports(resourcePath)], {
          maxBuffer: 16 * 1024 * 1024,
        })
        const exported = JSON.parse(stdout) as Record<string, unknown>
        return Object.entries(exported)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      })
    },
  }
}
