// The only file that has to run on any Node from 20.19: it installs Node 24 and the locked dependencies
// where they are missing, then runs the TypeScript task of the given name.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeVersion = '24.21.0'
const pnpmVersion = '12.21.0'
const windows = process.platform === 'win32'

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: windows, ...options })
  if (result.status !== 0) {
    console.error(`\n${command} ${args.join(' ')} failed${result.error ? `: ${result.error.message}` : ''}`)
    process.exit(result.status ?? 1)
  }
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const packageName = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const home = join(root, '.tools', `node-${nodeVersion}`)
  const binary = join(home, 'node_modules', packageName, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    console.error(`Installing Node ${nodeVersion} (this machine has ${process.versions.node}) …`)
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `${packageName}@${nodeVersion}`],
      { cwd: home },
    )
  }
  return binary
}

function install(node) {
  const marker = join(root, 'node_modules', '.pim-installed')
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()])
    hash.update(readFileSync(join(root, file)))
  const wanted = hash.digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.error('Installing dependencies from the lock file …')
  const path = `${dirname(node)}${windows ? ';' : ':'}${process.env.PATH}`
  run('npx', ['--yes', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile'], {
    env: { ...process.env, PATH: path, CI: 'true', npm_config_loglevel: 'error' },
  })
  writeFileSync(marker, wanted)
}

/** All package.json files of the workspace: a section added by `npm run new remote` needs an install as well. */
function manifests() {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const below = ['shared', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
  return [...folders.map((entry) => entry.name), ...below]
    .filter((folder) => !folder.startsWith('.') && folder !== 'node_modules')
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)))
    .sort()
}

/** npm starts this in a shell, which ends on a signal without passing it on. So the parent's process id is watched. */
function whenOrphaned(stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 1_000)
  watch.unref()
}

const [task, ...args] = process.argv.slice(2)
const file = join(root, 'scripts', 'tasks', `${task}.ts`)
if (!task || !existsSync(file)) {
  const names = readdirSync(join(root, 'scripts', 'tasks')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  console.error(`Usage: node scripts/boot.mjs <${names.map((name) => name.slice(0, -3)).join(' | ')}>`)
  process.exit(2)
}
const node = findNode()
install(node)
// A compile cache on disk: compiling the same modules again takes half of a start.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')
process.env.PATH = `${dirname(node)}${windows ? ';' : ':'}${process.env.PATH}`
if (node === process.execPath) {
  // A dynamic import, because Node 20 does not have it; there the other branch runs.
  const { enableCompileCache } = await import('node:module')
  process.argv = [node, file, ...args]
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  await import(file)
} else {
  // Signals are passed on, or the database would go on running. Ctrl-C in a terminal reaches the child directly as well;
  // it ignores a second signal within a second.
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [file, ...args], { stdio: 'inherit', cwd: process.cwd() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
