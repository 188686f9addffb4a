import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { folderVariable } from '../../shared/build/src/build-name.ts'
import { devSection, freePort } from '../../shared/build/src/dev/dev-section.ts'
import { signInFaults } from '../../shared/build/src/dev/sign-in-faults.ts'
import { createInputsHasher } from '../build/inputs.ts'
import { root } from '../workspace.ts'

const shellFolder = join(root, '.cache', 'dev-shell')
const shellMarker = join(root, '.cache', 'dev-shell-inputs')

/** The page cannot sign in, or there is nothing to run; the message is for who has started it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}

interface SectionAlone {
  readonly section: string
  /** A running installation; left out: the demo is started. */
  readonly against: URL | undefined
  readonly port: number
  readonly log: (line: string) => void
}

/**
 * Runs one section from its sources in the shell of this checkout, which is built once. Everything else is real: sign-in,
 * tenants and the API are those of an installation. Throws `CannotRun`.
 */
export async function runSectionAlone({ section, against, port: wanted, log }: SectionAlone) {
  const folder = join(root, `remote-${section}`)
  if (!existsSync(join(folder, 'remote.json'))) throw new CannotRun(`There is no section ${section}.`)
  const port = await freePort(wanted)
  const origin = `http://localhost:${port}`
  const demo = against === undefined ? await startDemo(origin, log) : undefined
  const installation = against ?? demo?.address
  try {
    if (installation === undefined) throw new CannotRun('There is no installation.')
    const faults = await signInFaults(installation, origin)
    if (faults.length > 0) throw new CannotRun(faults.join('\n'))
    await buildShell(log)
    const running = await devSection({ folder, against: installation, port, shellFolder })
    return {
      url: running.url,
      installation,
      close: async () => {
        await running.close()
        await demo?.stop()
      },
    }
  } catch (error) {
    await demo?.stop()
    throw error
  }
}

/** In development mode: only such a React puts changed code into an open page. */
async function buildShell(log: (line: string) => void): Promise<void> {
  const inputs = createInputsHasher()('host')
  if ((await readFile(shellMarker, 'utf8').catch(() => '')) === inputs && existsSync(shellFolder)) return
  log('Building the shell, once …')
  await rm(shellFolder, { recursive: true, force: true })
  const host = join(root, 'host')
  const bundler = join(host, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  const config = join(root, 'scripts', 'dev', 'host.rsbuild.ts')
  const child = spawn(process.execPath, [bundler, 'build', '--mode', 'development', '--config', config], {
    cwd: host,
    env: { ...process.env, NODE_ENV: 'development', NO_COLOR: '1', [folderVariable]: shellFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CannotRun('The shell could not be built.')
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(shellMarker, inputs)
}

interface Demo {
  readonly address: URL
  stop(): Promise<void>
}

async function startDemo(devOrigin: string, log: (line: string) => void): Promise<Demo> {
  const port = await freePort(Number(process.env.PORT ?? 3000))
  const address = new URL(`http://localhost:${port}`)
  log(`Starting the product at ${address.origin} …`)
  const child: ChildProcess = spawn(process.execPath, [join(root, 'server', 'src', 'main.ts')], {
    cwd: root,
    env: { PIM_LOG_LEVEL: 'warn', PIM_DRAIN_MS: '0', ...process.env, PORT: String(port), PIM_DEV_ORIGINS: devOrigin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  while (child.exitCode === null) {
    const isReady = await fetch(new URL('/readyz', address)).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { address, stop }
    await setTimeout(200)
  }
  throw new CannotRun('The product did not start.')
}
