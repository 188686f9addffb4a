import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderVariable, inputsVariable } from '../../shared/build/src/build-name.ts'
import { apps, root } from '../workspace.ts'
import { createInputsHasher } from './inputs.ts'
import { precompress } from './precompress.ts'
import { keepHashedFiles, replaceBuild } from './releases.ts'

/** Folder of a build, and the file with the hash of its inputs. */
interface Target {
  readonly folder: string
  readonly marker: string
}

/** Servers serve it. */
const ownTarget = (app: string): Target => ({
  folder: join(root, app, 'dist'),
  marker: join(root, '.cache', 'builds', app),
})

const deployTarget = (app: string): Target => ({
  // Defence 270, without: folder: join(root, app, 'dist'),
  folder: join(root, '.cache', 'deploys', app),
  marker: join(root, '.cache', 'deploys', `${app}.inputs`),
})

/** The bundler failed; the message is its output, so no stack trace is shown. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed'
}

/**
 * Builds a section to be deployed, into a folder of its own: servers that run read the one of its build, which people would get at
 * once. Returns the folder. Throws `BuildFailed`.
 */
export async function buildForDeploy(app: string, log: (line: string) => void = console.error): Promise<string> {
  if (!apps().includes(app)) throw new BuildFailed(`There is no ${app} to build here`)
  const target = deployTarget(app)
  const inputs = createInputsHasher()(app)
  if (!(await isBuilt(app, inputs, target))) {
    log(`Building ${app} …`)
    await build(app, inputs, target)
  }
  return target.folder
}

/** Builds the apps whose inputs have changed since their last build; returns their names. Throws `BuildFailed`. */
export async function buildApps(log: (line: string) => void = console.error): Promise<string[]> {
  const outdated: [app: string, inputs: string][] = []
  const inputsOf = createInputsHasher()
  for (const app of apps()) {
    const inputs = inputsOf(app)
    if (!(await isBuilt(app, inputs, ownTarget(app)))) outdated.push([app, inputs])
  }
  if (outdated.length > 0) log(`Building ${outdated.map(([app]) => app).join(', ')} …`)
  const failures: string[] = []
  // One after the other: a bundler uses several cores itself, and two of them take 600 MB together.
  for (const next of outdated) {
    const started = performance.now()
    try {
      await build(...next, ownTarget(next[0]))
      log(`  ${next[0]} built in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error
      failures.push(error.message)
    }
  }
  if (failures.length > 0) throw new BuildFailed(failures.join('\n\n'))
  return outdated.map(([app]) => app)
}

/** Running servers detect a new build by this file's modification time. */
const stampName = (app: string): string => (app === 'host' ? 'index.html' : 'mf-manifest.json')

async function isBuilt(app: string, inputs: string, { folder, marker }: Target): Promise<boolean> {
  if (!existsSync(join(folder, stampName(app)))) return false
  return (await readFile(marker, 'utf8').catch(() => '')) === inputs
}

async function build(app: string, inputs: string, { folder, marker }: Target): Promise<void> {
  const next = join(root, '.cache', 'next', app)
  await rm(next, { recursive: true, force: true })
  await bundle(app, inputs, next)
  // A report for analysing bundles, which is not served.
  await rm(join(next, 'mf-stats.json'), { force: true })
  await precompress(next)
  await keepHashedFiles(folder, next)
  const now = new Date()
  await utimes(join(next, stampName(app)), now, now)
  await mkdir(dirname(folder), { recursive: true })
  await replaceBuild(folder, next, join(root, '.cache', 'before', app))
  await mkdir(dirname(marker), { recursive: true })
  await writeFile(marker, inputs)
}

function bundle(app: string, inputs: string, target: string): Promise<void> {
  const folder = join(root, app)
  const bundler = join(folder, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundler, 'build'], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        [inputsVariable]: inputs,
        [folderVariable]: target,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new BuildFailed(`${app} could not be built:\n${output}`)),
    )
  })
}
