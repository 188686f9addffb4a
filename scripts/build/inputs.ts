import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sharedPackages } from '../workspace.ts'

/** What builds write, and what no build reads. */
const ignored = new Set(['dist', 'node_modules', '.mf', '.cache', '.rsbuild', 'coverage', 'fixtures'])
const irrelevant = /\.test\.tsx?$|^rstest\.config\.ts$|\.md$/

/**
 * One text for everything that goes into an app's build: while it stays the same, so does the build. Each folder is read
 * once, whatever number of apps it goes into.
 */
export function inputsReader(): (app: string) => string {
  const digests = new Map<string, string>()
  const digestOf = (part: string, add: (hash: Hash, part: string) => void): string => {
    const known = digests.get(part)
    if (known !== undefined) return known
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
