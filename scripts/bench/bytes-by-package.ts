import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import { createRsbuild, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core'
import { printTable } from '../../e2e/bench/table.ts'
import { hostConfig, remoteConfig } from '../../shared/build/src/index.ts'

const root = join(import.meta.dirname, '..', '..')
/** Packages with less are told as one. */
const minBytes = 1_000

/**
 * Prints whose bytes the scripts of the first load are. Builds the shell and a section once more, with source maps, and
 * gives each package its share of each file's compressed size.
 */
export async function printBytesByPackage(section: string, scripts: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-bytes-'))
  try {
    const app = `remote-${section}`
    await build('host', hostConfig(configOf('host')), join(folder, 'host'), ['web'])
    await build(app, remoteConfig(configOf(app)), join(folder, app))
    const bytes = new Map<string, number>()
    let unknown = 0
    for (const script of scripts) {
      const file = await fileOf(folder, script)
      if (file === undefined) unknown += 1
      else for (const [owner, share] of await sharesOf(file)) bytes.set(owner, (bytes.get(owner) ?? 0) + share)
    }
    const [large, small] = [
      [...bytes].filter(([, size]) => size >= minBytes),
      [...bytes].filter(([, size]) => size < minBytes),
    ]
    const rows = large.sort((one, other) => other[1] - one[1])
    rows.push([`${small.length} others`, small.reduce((sum, [, size]) => sum + size, 0)])
    printTable(
      'Script of the first load by package, compressed',
      rows.map(([what, size]) => ({ what, p50: size / 1_000, unit: 'kB' })),
    )
    if (unknown > 0) console.log(`${unknown} scripts are built apart and not among them (the sign-in, the worker)`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const configOf = (app: string): string => pathToFileURL(join(root, app, 'rsbuild.config.ts')).href

async function build(app: string, config: RsbuildConfig, folder: string, environment?: string[]): Promise<void> {
  const rsbuildConfig = mergeRsbuildConfig(config, {
    mode: 'production',
    logLevel: 'error',
    output: { distPath: { root: folder }, sourceMap: { js: 'hidden-source-map' } },
    performance: { printFileSize: false },
  })
  const rsbuild = await createRsbuild({
    cwd: join(root, app),
    config: rsbuildConfig,
    ...(environment ? { environment } : {}),
  })
  const { close } = await rsbuild.build()
  await close()
}

/** The built file of a script's address; undefined for one that this build does not have. */
async function fileOf(folder: string, address: string): Promise<string | undefined> {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  // The names of the section's chunks differ from build to build by their hash alone.
  const stem = name.replace(/\.[0-9a-f]{8,}\.js$/, '')
  for (const app of await readdir(folder)) {
    const isOfApp = address.includes('/remotes/') ? app !== 'host' : app === 'host'
    if (!isOfApp) continue
    const files = (await readdir(join(folder, app), { recursive: true })).filter((file) => file.endsWith('.js'))
    const found =
      files.find((file) => file.endsWith(`/${name}`) || file === name) ??
      files.find((file) => (file.split('/').at(-1) ?? '').replace(/\.[0-9a-f]{8,}\.js$/, '') === stem)
    if (found) return join(folder, app, found)
  }
  return undefined
}

async function sharesOf(file: string): Promise<Map<string, number>> {
  const code = await readFile(file, 'utf8')
  const map = new TraceMap(await readFile(`${file}.map`, 'utf8'))
  const lines = code.split('\n')
  const characters = new Map<string, number>()
  const add = (source: string | null | undefined, count: number) => {
    const owner = ownerOf(source ?? '')
    characters.set(owner, (characters.get(owner) ?? 0) + count)
  }
  for (const [at, segments] of decodedMappings(map).entries()) {
    const end = lines[at]?.length ?? 0
    add('', segments[0]?.[0] ?? end)
    for (const [index, segment] of segments.entries()) {
      add(segment.length > 1 ? map.sources[segment[1] ?? -1] : '', (segments[index + 1]?.[0] ?? end) - segment[0])
    }
  }
  const perCharacter = brotliCompressSync(code).length / Math.max(1, code.length)
  return new Map([...characters].map(([owner, count]) => [owner, count * perCharacter]))
}

function ownerOf(source: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)
  if (inPackage?.[1]) return inPackage[1]
  return /(?:^|\/)(host|shared\/[\w-]+|remote-[\w-]+)\//.exec(source)?.[1] ?? 'bundler'
}
