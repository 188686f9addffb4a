import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../workspace.ts'

const shared = join(root, 'shared')

/** What a section in another repository builds on, each one after what it needs. */
export const publishedPackages = [
  'contract',
  'api-client',
  'shell',
  'ui',
  'field-types',
  'content-kit',
  'build',
].filter((name) => existsSync(join(shared, name)))

/**
 * Node runs these, and runs no TypeScript below node_modules, so they are published as JavaScript, too. The bundler
 * compiles all others, and has to read their sources: from these it takes the calls and the members that a section needs.
 */
const runByNode = ['contract', 'build']

/** What the build reads of its neighbours in the workspace; in another repository these may lie anywhere. */
const readByBuild = [
  'shell/contract.json',
  'shell/src/shared-exports',
  'ui/src/shared-exports',
  'contract/api-contract.json',
]

/** Packs the packages into a folder; the paths of the tarballs by the name of the package. */
export async function packPackages(folder: string, pnpmVersion: string): Promise<Map<string, string>> {
  mkdirSync(folder, { recursive: true })
  for (const name of runByNode) emitJavaScript(join(shared, name))
  const lent = join(shared, 'build', 'dist', 'lent')
  for (const path of readByBuild) cpSync(join(shared, path), join(lent, path), { recursive: true })
  const packed = await Promise.all(publishedPackages.map((name) => pack(name, folder, pnpmVersion)))
  return new Map(packed)
}

async function pack(name: string, folder: string, pnpmVersion: string): Promise<[string, string]> {
  const child = spawn('npx', ['--yes', `pnpm@${pnpmVersion}`, 'pack', '--json', '--pack-destination', folder], {
    cwd: join(shared, name),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let faults = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    faults += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`shared/${name} could not be packed:\n${output}\n${faults}`)
  const { filename } = JSON.parse(output) as { filename: string }
  return [`@pim/${name}`, filename]
}

/** Writes `dist` beside `src`: the same modules without types. What the bundler is given by its path stays as it is. */
function emitJavaScript(folder: string): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  for (const path of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /\.test\.ts$/.test(path)) continue
    const code = readFileSync(join(folder, 'src', path), 'utf8')
    const target = join(dist, path)
    mkdirSync(dirname(target), { recursive: true })
    if (/^runtime[\\/]/.test(path)) writeFileSync(target, code)
    else writeFileSync(target.replace(/\.ts$/, '.js'), withoutTypes(code))
  }
}

/** Relative imports name the file that is written. The types leave spaces, so lines and columns are those of the source. */
const withoutTypes = (code: string): string =>
  stripTypeScriptTypes(code).replace(/(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2')
