import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apps, root } from '../workspace.ts'
import { sectionFiles, specFiles } from './section-files.ts'
import { CannotScaffold, format, pnpmVersion, runStep, writeFiles } from './write-files.ts'

/** Creates `remote-<name>` with its browser test and installs it. */
export function newSection(name: string): void {
  const folder = join(root, `remote-${name}`)
  if (existsSync(folder)) throw new CannotScaffold(`remote-${name} is there already.`)
  const positions = apps()
    .map((app) => join(root, app, 'remote.json'))
    .filter(existsSync)
    .map((file): unknown => JSON.parse(readFileSync(file, 'utf8')).position)
    .filter((position) => typeof position === 'number')
  writeFiles(folder, sectionFiles(name, Math.max(0, ...positions) + 1))
  const e2e = join(root, 'e2e')
  writeFiles(e2e, specFiles(name))
  format(root, folder, join(e2e, 'specs', name))
  // `--no-frozen-lockfile`, because the lock file lists every package and pnpm freezes it by default in CI.
  runStep('npx', ['--yes', `pnpm@${pnpmVersion()}`, 'install', '--prefer-offline', '--no-frozen-lockfile'])
  console.log(`remote-${name} is there. \`npm start\` builds it and shows it at /${name}; pnpm-lock.yaml goes with it.`)
}
