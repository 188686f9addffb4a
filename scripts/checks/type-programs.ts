import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { packages, root } from '../workspace.ts'

const configSchema = z.object({
  extends: z.string(),
  include: z.array(z.string()),
  exclude: z.array(z.string()).optional(),
  compilerOptions: z.record(z.string(), z.unknown()).optional(),
})

/** Packages that one run of the compiler checks, and the configuration that it reads. */
export interface TypeProgram {
  readonly packages: readonly string[]
  readonly config: string
}

/**
 * All packages, in as few programs as their settings allow: what the sections have in common (React, MUI, the shared
 * packages) is most of the work, and is read and checked once in each program.
 */
export function typePrograms(): TypeProgram[] {
  // The back end of an example runs in Node, what is beside it in a page.
  const found = packages()
    .flatMap((name) => [name, `${name}/back-end`])
    .filter((name) => existsSync(join(root, name, 'tsconfig.json')))
  const bySettings = Map.groupBy(found, (name) => {
    const { extends: base, compilerOptions } = configOf(name)
    return JSON.stringify([resolve(root, name, base), compilerOptions])
  })
  // The one that takes longest comes first, so that the others are checked beside it.
  const largestFirst = [...bySettings.values()].toSorted((one, other) => other.length - one.length)
  return largestFirst.map((names) => ({ packages: names, config: programOf(names) }))
}

const configOf = (name: string) =>
  configSchema.parse(JSON.parse(readFileSync(join(root, name, 'tsconfig.json'), 'utf8')))

/** Written below the root, where the compiler looks for `@types`. */
function programOf(names: readonly string[]): string {
  const [first, ...more] = names
  if (first === undefined) throw new Error('a program has at least one package')
  if (more.length === 0) return join(root, first, 'tsconfig.json')
  const { extends: base, compilerOptions } = configOf(first)
  const all = (kind: 'include' | 'exclude') =>
    names.flatMap((name) => configOf(name)[kind]?.map((pattern) => join(root, name, pattern)) ?? [])
  const path = join(root, 'node_modules/.cache/types', `${first.replaceAll('/', '-')}.json`)
  mkdirSync(dirname(path), { recursive: true })
  const [include, exclude] = [all('include'), all('exclude')]
  writeFileSync(path, JSON.stringify({ extends: resolve(root, first, base), include, exclude, compilerOptions }))
  return path
}
