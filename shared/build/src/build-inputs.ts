import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that builds write, or that no build reads. */
const ignored = new Set(['dist', 'node_modules', 'coverage', 'fixtures', 'e2e', 'packages', 'test-results'])
const irrelevant = /^\.|\.test\.tsx?$|^rstest\.config\.ts$|\.md$|^biome\.json$|^knip\.json$/

/** Adds the files below a folder that a build may read, by their paths below `root`. */
export function addFolder(hash: Hash, root: string, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (ignored.has(entry.name) || irrelevant.test(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) addFolder(hash, root, path)
    else if (entry.isFile()) addFile(hash, root, path)
  }
}

export function addFile(hash: Hash, root: string, path: string): void {
  const file = join(root, path)
  if (!existsSync(file)) return
  hash.update(path).update('\0').update(readFileSync(file)).update('\0')
}

/** The hash of what the build of a section in a repository of its own is made of: its files, and its lock file for all packages. */
export function inputsOf(folder: string): string {
  const hash = createHash('sha256')
  addFolder(hash, folder, '')
  return hash.digest('hex')
}
