import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sharedPackages } from '../workspace.ts'

/** Folders that builds write, or that no build reads. */
const ignored = new Set(['dist', 'node_modules', '.mf', '.cache', '.rsbuild', 'coverage', 'fixtures'])
const irrelevant = /\.test\.tsx?$|^rstest\.config\.ts$|\.md$/

/**
 * Hashes all inputs of an app's build: with the same hash the build is up to date. Hashes of folders are cached,
 * because several apps share them.
 */
export function createInputsHasher(): (app: string) => string {
  const digests = new Map<string, string>()
  const digestOf = (part: string, add: (hash: Hash, part: string) => void): string => {
    const cached = digests.get(part)
    if (cached !== undefined) return cached
    const hash = createHash('sha256')
    add(hash, part)
    const digest = hash.digest('hex')
    digests.set(part, digest)
    return digest
  }
  return (app) => {
    const hash = createHash('sha256')
    for (const folder of [app, ...sharedPackages()]) hash.update(digestOf(folder, addFolder))
    for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.web.json']) {
      hash.update(digestOf(file, addFile))
    }
    return hash.digest('hex')
  }
}

function addFolder(hash: Hash, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (ignored.has(entry.name) || irrelevant.test(entry.name)) continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) addFile(hash, path)
  }
}

function addFile(hash: Hash, path: string): void {
  const file = join(root, path)
  if (!existsSync(file)) return
  hash.update(path).update('\0').update(readFileSync(file)).update('\0')
}
