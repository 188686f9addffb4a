import { createHash, type Hash } from 'node:crypto'
import { addFile, addFolder } from '../../shared/build/src/build-inputs.ts'
import { root, sharedPackages } from '../workspace.ts'

/**
 * Hashes all inputs of an app's build: with the same hash the build is up to date. Hashes of folders are cached,
 * because several apps share them.
 */
export function createInputsHasher(): (app: string) => string {
  const digests = new Map<string, string>()
  const digestOf = (part: string, add: (hash: Hash, root: string, part: string) => void): string => {
    const cached = digests.get(part)
    if (cached !== undefined) return cached
    const hash = createHash('sha256')
    add(hash, root, part)
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
