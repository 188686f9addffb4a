// `npm run new remote <name>` creates the folder of a working section. The shell finds it by its remote.json.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sectionFiles } from '../scaffold/section-files.ts'
import { apps, root } from '../workspace.ts'

const [kind, name = ''] = process.argv.slice(2)
if (kind !== 'remote' || !/^[a-z][a-z0-9]*$/.test(name)) {
  console.error('Usage: npm run new remote <name>, where the name is lower-case letters and digits: orders, stock2')
  process.exit(2)
}
const folder = join(root, `remote-${name}`)
if (existsSync(folder)) {
  console.error(`remote-${name} is there already.`)
  process.exit(1)
}

const positions = apps()
  .map((app) => join(root, app, 'remote.json'))
  .filter(existsSync)
  .map((file): unknown => JSON.parse(readFileSync(file, 'utf8')).position)
  .filter((position) => typeof position === 'number')

for (const [path, text] of Object.entries(sectionFiles(name, Math.max(0, ...positions) + 1))) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
// `--no-frozen-lockfile`, because the lock file lists every package and pnpm freezes it by default in CI.
const { pnpmVersion } = pinned()
const steps: [string, string[]][] = [
  [process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', folder]],
  ['npx', ['--yes', `pnpm@${pnpmVersion}`, 'install', '--prefer-offline', '--no-frozen-lockfile']],
]
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
console.log(`remote-${name} is there. \`npm start\` builds it and shows it at /${name}; pnpm-lock.yaml goes with it.`)

/** The version of pnpm from the boot script. */
function pinned(): { pnpmVersion: string } {
  const boot = readFileSync(join(root, 'scripts', 'boot.mjs'), 'utf8')
  const pnpmVersion = /const pnpmVersion = '([^']+)'/.exec(boot)?.[1]
  if (pnpmVersion === undefined) throw new Error('scripts/boot.mjs names no version of pnpm')
  return { pnpmVersion }
}
