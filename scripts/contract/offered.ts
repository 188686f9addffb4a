import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { exportedNames } from '../../shared/build/src/shared-exports.ts'
import { sharedByHost, sharedModules } from '../../shared/build/src/shared-modules.ts'
import { root } from '../workspace.ts'
import { type DeclarationFiles, surfaceOf } from './declarations.ts'
import type { LentModule } from './shell-contract.ts'

/** The entries of the packages of ours that the shell lends. */
const entries: Readonly<Record<string, string>> = {
  '@pim/shell': 'shared/shell/src/index.ts',
  '@pim/shell/settings': 'shared/shell/src/settings.ts',
  '@pim/shell/slots': 'shared/shell/src/slots.ts',
  '@pim/ui': 'shared/ui/src/index.ts',
  '@pim/api-client': 'shared/api-client/src/index.ts',
  '@pim/api-client/react': 'shared/api-client/src/react.tsx',
}

/** All that the shell lends to sections, as the sources have it now. */
export function offeredModules(): Record<string, LentModule> {
  const files = writtenDeclarations(Object.values(entries))
  const lent = sharedByHost(join(root, 'host'))
  return Object.fromEntries(
    Object.entries(sharedModules).map(([name, { exportsFile }]): [string, LentModule] => {
      const entry = entries[name]
      if (entry !== undefined) return [name, surfaceOf(entry.replace(/\.tsx?$/, ''), files)]
      if (name.startsWith('@pim/'))
        throw new Error(`${name} is lent, and scripts/contract/offered.ts names no entry of it.`)
      const release = (lent[name]?.version ?? '').split('.').slice(0, 2).join('.')
      return [name, { release, names: exportsFile ? [...exportedNames(readFileSync(exportsFile, 'utf8'))] : [] }]
    }),
  )
}

/**
 * Where the names of our packages lead. Without them the compiler may meet a file first by way of `node_modules`, and then
 * writes no declarations of it.
 */
function ownPaths(): Record<string, string[]> {
  const folders = new Set(Object.values(entries).map((entry) => entry.split('/src/')[0] ?? ''))
  return Object.fromEntries(
    [...folders].flatMap((folder) => {
      const { name, exports } = manifestSchema.parse(
        JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
      )
      return Object.entries(exports)
        .filter(([, target]) => /\.tsx?$/.test(target))
        .map(([path, target]) => [name + path.slice(1), [join(root, folder, target)]])
    }),
  )
}

const manifestSchema = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) })

/** What the compiler declares of some files and all that they import. Errors in types are for another check to tell. */
function writtenDeclarations(files: readonly string[]): DeclarationFiles {
  const folder = join(root, 'node_modules/.cache/contract')
  const out = join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const compilerOptions = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    noCheck: true,
    removeComments: true,
    rootDir: root,
    outDir: out,
    paths: ownPaths(),
  }
  const config = join(folder, 'tsconfig.json')
  const sources = files.map((file) => join(root, file))
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.web.json'), files: sources, compilerOptions }))
  // One checker: several print the parts of a union in different orders.
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--checkers', '1', '--pretty', 'false']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`No declarations could be written:\n${stdout}`)
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))
  return new Map(
    written.map((name) => [
      relative(out, join(out, name))
        .replaceAll('\\', '/')
        .replace(/\.d\.ts$/, ''),
      readFileSync(join(out, name), 'utf8'),
    ]),
  )
}
