import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../shared/build/src/dev/dev-section.ts'
import { apps, root } from '../workspace.ts'

const apiPort = Number(process.env.PORT ?? 3000)
const children: ChildProcess[] = []

function run(name: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): void {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const print = (chunk: Buffer) => process.stdout.write(chunk.toString().replace(/^(?=.)/gm, `${name.padEnd(16)} │ `))
  child.stdout.on('data', print)
  child.stderr.on('data', print)
  child.on('exit', (code) => code !== 0 && code !== null && console.error(`${name} ended (${code})`))
  children.push(child)
}

/** A bundler for the shell and for each section from this port on, and a server that restarts when its code changes. */
export async function runEverything(firstPort: number): Promise<void> {
  const ports = new Map<string, number>()
  for (const app of apps())
    ports.set(app, await freePort(Math.max(firstPort, ...[...ports.values()].map((port) => port + 1))))
  const api = await freePort(apiPort)
  const originOf = (app: string) => `http://localhost:${ports.get(app)}`

  const remotes = apps()
    .filter((app) => app !== 'host')
    .map((app) => `${app.replace('remote-', '')}=${originOf(app)}/mf-manifest.json`)

  for (const [app, port] of ports) {
    const folder = join(root, app)
    const config = app === 'host' ? ['--config', join(root, 'scripts', 'dev', 'host.rsbuild.ts')] : []
    const bundler = join(folder, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
    run(app, [bundler, 'dev', '--port', String(port), ...config], folder, { PIM_DEV_API: `http://localhost:${api}` })
  }
  run('server', ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.ts')], root, {
    PORT: String(api),
    PIM_REMOTES: remotes.join(','),
    PIM_DEV_ORIGINS: originOf('host'),
    PIM_LOG_FORMAT: process.env.PIM_LOG_FORMAT ?? 'pretty',
    // Nobody balances load here, and each edit restarts it.
    PIM_DRAIN_MS: process.env.PIM_DRAIN_MS ?? '0',
  })
  console.log(`\n  ${originOf('host')}   the product, hot\n  http://localhost:${api}   its server\n`)

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const child of children) child.kill('SIGTERM')
    })
  }
}
