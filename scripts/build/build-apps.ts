import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apps, root } from '../workspace.ts'
import { inputsReader } from './inputs.ts'
import { precompress } from './precompress.ts'
import { setAside } from './releases.ts'

const markers = join(root, '.cache', 'builds')
/** A bundler uses every core by itself already. */
const atOnce = 2

/** The bundler's own words say what is wrong; a stack of ours would only hide them. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed'
}

/** Builds what changed since it was last built, and says which apps those were. */
export async function buildApps(say: (line: string) => void = console.error): Promise<string[]> {
  const outdated: [app: string, inputs: string][] = []
  const inputsOf = inputsReader()
  for (const app of apps()) {
    const inputs = inputsOf(app)
    if (!(await isBuilt(app, inputs))) outdated.push([app, inputs])
  }
  if (outdated.length > 0) say(`Building ${outdated.map(([app]) => app).join(', ')} …`)
  const queue = [...outdated]
  const failures: string[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const started = performance.now()
        try {
          await build(...next)
          say(`  ${next[0]} built in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
        } catch (error) {
          if (!(error instanceof BuildFailed)) throw error
          failures.push(error.message)
        }
      }
    }),
  )
  if (failures.length > 0) throw new BuildFailed(failures.join('\n\n'))
  return outdated.map(([app]) => app)
}

/** Running servers look at it to learn of a new build, so it is touched when all else is written. */
const stampOf = (app: string): string => join(root, app, 'dist', app === 'host' ? 'index.html' : 'mf-manifest.json')

async function isBuilt(app: string, inputs: string): Promise<boolean> {
  if (!existsSync(stampOf(app))) return false
  return (await readFile(join(markers, app), 'utf8').catch(() => '')) === inputs
}

async function build(app: string, inputs: string): Promise<void> {
  const dist = join(root, app, 'dist')
  const before = await setAside(dist, join(root, '.cache', 'before', app))
  try {
    await bundle(app)
    // For those who study bundles; nothing that runs asks for it.
    await rm(join(dist, 'mf-stats.json'), { force: true })
    await precompress(dist)
    await before.keepBeside()
  } catch (error) {
    await before.putBack()
    throw error
  }
  const now = new Date()
  await utimes(stampOf(app), now, now)
  await mkdir(markers, { recursive: true })
  await writeFile(join(markers, app), inputs)
}

function bundle(app: string): Promise<void> {
  const folder = join(root, app)
  const bundler = join(folder, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundler, 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new BuildFailed(`${app} could not be built:\n${said}`)),
    )
  })
}
