import { apiContract, contract } from '@pim/contract'
import { linesOf } from '@pim/contract/core/route-line.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import { withoutComments } from './shared-exports.ts'

const lines = linesOf(contract)
const domains = Object.keys(contract).join('|')

/**
 * The calls that a module names: `'contentItem.getItem'` as `useApiQuery` and its like take it, or `api.contentItem.getItem`.
 * Throws where a name is put together at run time, as nobody could tell then which calls the module makes.
 */
export function callsNamedIn(source: string): string[] {
  const code = withoutComments(source)
  const composed = new RegExp(`\`(?:${domains})\\.\\$\\{`).exec(code)
  if (composed) throw new Error(`${composed[0]}…} names a call in parts: write the names of all calls in whole.`)
  const named = [...code.matchAll(new RegExp(`\\b(${domains})\\s*\\??\\.\\s*(\\w+)`, 'g'))]
  return [...new Set(named.map(([, domain, name]) => `${domain}.${name}`))].filter((call) => call in lines).sort()
}

/** Files of the client itself name calls only in tests. */
const isOfClient = /\/api-client\/src\/(?!.*\.test\.)/

/**
 * Gives each module that makes calls what the client has to know of them (method, path, access, topics), so that these
 * lines travel with the code that needs them: a section makes a call that the shell never heard of. `onCall` is told of
 * each call in the build.
 */
export function carryCalls(onCall: (call: string) => void = () => undefined): RsbuildPlugin {
  return {
    name: 'pim:calls',
    setup(api) {
      api.transform({ test: /\.tsx?$/, resourceQuery: { not: /./ }, order: 'pre' }, ({ code, resourcePath }) => {
        if (isOfClient.test(resourcePath.replaceAll('\\', '/'))) return code
        const imports = callsNamedIn(code).map((call) => `import '@pim/api-client/call?${call}'`)
        return imports.length > 0 ? `${code}\n${imports.join('\n')}\n` : code
      })
      api.transform({ test: /\/api-client\/src\/call\.ts$/, resourceQuery: /./ }, ({ resourceQuery }) => {
        const call = resourceQuery.slice(1)
        onCall(call)
        const given = [call, lines[call], apiContract].map((value) => JSON.stringify(value)).join(', ')
        return `import { registerCall } from '@pim/api-client'\nregisterCall(${given})\n`
      })
    },
  }
}
