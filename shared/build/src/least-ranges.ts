import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StaticHalf } from '@pim/contract'
import type { RsbuildPlugin } from '@rsbuild/core'
import { z } from 'zod'
import { importsFrom, withoutComments } from './shared-exports.ts'
import { sharedFolder } from './shared-modules.ts'

const since = z.object({ since: z.string() })
const reported = z.object({
  version: z.string(),
  modules: z.record(z.string(), since.extend({ members: z.record(z.string(), since) })),
})
const reportedCalls = z.object({ version: z.string(), calls: z.record(z.string(), since) })

export type ShellReport = z.infer<typeof reported>
export type CallsReport = z.infer<typeof reportedCalls>

const read = (path: string): unknown => JSON.parse(readFileSync(join(sharedFolder, path), 'utf8'))

/** What the shell offers, and the calls of the API, each with the version since which it is as it is. */
export const readReports = () => ({
  shell: reported.parse(read('shell/contract.json')),
  calls: reportedCalls.parse(read('contract/api-contract.json')),
})

/** The versions of the shell's contract that the imports of a module need. */
export function versionsNeeded(code: string, { modules, version }: ShellReport): string[] {
  return Object.entries(modules).flatMap(([name, module]) => {
    const names = importsFrom(withoutComments(code), name)
    if (names === undefined) return []
    if (names === 'all') return [version]
    return [module.since, ...names.map((member) => module.members[member]?.since ?? module.since)]
  })
}

/** The least range with all of these versions in it, of the major version that there is now. */
export function leastRange(versions: Iterable<string>, current: string): string {
  const [major = 0] = parts(current)
  const [least = [major, 0, 0]] = [...versions, `${major}.0.0`].map(parts).sort((a, b) => compare(b, a))
  return `^${least.join('.')}`
}

const parts = (version: string): number[] => version.split('.').map(Number)
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0

/** Collects what a section needs of the shell and of the API while it is built. */
export function collectNeeds() {
  const reports = readReports()
  const ofModules = new Map<string, readonly string[]>()
  const calls = new Set<string>()
  const plugin: RsbuildPlugin = {
    name: 'pim:least-ranges',
    setup(api) {
      api.transform({ test: /\.tsx?$/, order: 'pre' }, ({ code, resourcePath }) => {
        ofModules.set(resourcePath, versionsNeeded(code, reports.shell))
        return code
      })
    },
  }
  return {
    plugin,
    addCall: (call: string) => void calls.add(call),
    ranges: ({ permissions, settings }: Pick<StaticHalf, 'permissions' | 'settings'>) => ({
      // Every component imports the runtime of JSX, without a line of its own.
      shellContract: leastRange(
        [
          ...[...ofModules.values()].flat(),
          ...versionsNeeded(implicitImports, reports.shell),
          ...(permissions === undefined ? [] : [declaresPermissionsSince]),
          ...(settings === undefined ? [] : [declaresSettingsSince]),
        ],
        reports.shell.version,
      ),
      apiContract: leastRange(
        [...calls].map((call) => reports.calls.calls[call]?.since ?? reports.calls.version),
        reports.calls.version,
      ),
    }),
  }
}

/** A shell before it refuses a static half that declares rights. */
const declaresPermissionsSince = '2.8.0'
/** A shell before it keeps nothing of what a section lets people set. */
const declaresSettingsSince = '2.9.0'
const implicitImports = "import { jsx } from 'react/jsx-runtime'\nimport { registerCall } from '@pim/api-client'\n"
