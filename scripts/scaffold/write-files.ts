import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../workspace.ts'
import type { Files } from './section-files.ts'

/** The message is for who has asked for it. */
export class CannotScaffold extends Error {
  override readonly name = 'CannotScaffold'
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The lines of a template are as long as the name in it allows. */
export const format = (config: string, ...paths: string[]): void =>
  runStep(process.execPath, [biome, 'check', '--write', '--config-path', config, ...paths])

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

export function runStep(command: string, args: readonly string[], cwd = root): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

/** The version of pnpm from the boot script. */
export function pnpmVersion(): string {
  const boot = readFileSync(join(root, 'scripts', 'boot.mjs'), 'utf8')
  const version = /const pnpmVersion = '([^']+)'/.exec(boot)?.[1]
  if (version === undefined) throw new Error('scripts/boot.mjs names no version of pnpm')
  return version
}
