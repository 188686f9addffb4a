import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** index.html speaks before any script has run: `{{shell.loading}}` in it is the string of that key. */
export function fillInStrings(folder: string): RsbuildPlugin {
  return {
    name: 'pim:page-strings',
    setup(api) {
      api.modifyHTML((html) => {
        const strings = JSON.parse(readFileSync(join(folder, 'locales/en-US.json'), 'utf8')) as Record<string, string>
        return html.replace(/{{([\w.-]+)}}/g, (_, key: string) => {
          const text = strings[key]
          if (text === undefined) throw new Error(`index.html wants the string ${key}, which locales/en-US.json lacks.`)
          return text
        })
      })
    },
  }
}
