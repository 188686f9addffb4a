import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
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
  for (const name of runByNode) {
    const lent = name === 'build' ? readByBuild.flatMap(lentFiles) : []
    writeDist(join(shared, name), new Map([...javaScriptOf(join(shared, name)), ...lent]))
  }
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

/** Texts of files by their path in a folder. */
type Texts = ReadonlyMap<string, string>

/** The modules of `src` without types. What the bundler is given by its path stays as it is. */
function javaScriptOf(folder: string): Texts {
  const sources = filesBelow(join(folder, 'src')).filter((path) => path.endsWith('.ts') && !/\.test\.ts$/.test(path))
  return new Map(
    sources.map((path) => {
      const code = readFileSync(join(folder, 'src', path), 'utf8')
      return /^runtime[\\/]/.test(path) ? [path, code] : [path.replace(/\.ts$/, '.js'), withoutTypes(code)]
    }),
  )
}

function lentFiles(path: string): [string, string][] {
  const from = join(shared, path)
  const files = statSync(from).isFile() ? [path] : filesBelow(from).map((file) => join(path, file))
  return files.map((file) => [join('lent', file), readFileSync(join(shared, file), 'utf8')])
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/** A file that is there already is left alone, and another one comes whole, because somebody else may be packing at the same time. */
function writeDist(folder: string, texts: Texts): void {
  const dist = join(folder, 'dist')
  mkdirSync(dist, { recursive: true })
  for (const path of filesBelow(dist)) if (!texts.has(path)) rmSync(join(dist, path), { force: true })
  for (const [path, text] of texts) {
    const target = join(dist, path)
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue
    const part = `${dist}.${process.pid}`
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(part, text)
    renameSync(part, target)
  }
}
/** Relative imports name the file that is written. The types leave spaces, so lines and columns are those of the source. */
const withoutTypes = (code: string): string =>
  stripTypeScriptTypes(code).replace(/(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2')
